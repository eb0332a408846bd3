import type { PartnerCheck } from "../../PartnerUnderTest.ts"
import { acceptsRecent, acceptsSigned, readsRawBody } from "./acceptsSigned.ts"
import { acceptsOtherForms } from "./acceptsOtherForms.ts"
import { comparesWhole } from "./comparesWhole.ts"
import { limitsAge } from "./limitsAge.ts"
import { refusesForged, verifiesEach } from "./refusesForged.ts"
import { refusesMalformed, refusesOtherBodies, refusesWith4xx } from "./refusesWith4xx.ts"

export const signature: ReadonlyArray<PartnerCheck> = [
  acceptsSigned,
  readsRawBody,
  acceptsRecent,
  ...acceptsOtherForms,
  ...refusesForged,
  verifiesEach,
  ...comparesWhole,
  limitsAge,
  refusesWith4xx,
  refusesMalformed,
  refusesOtherBodies
]
