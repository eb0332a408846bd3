import type { PartnerCheck } from "../../PartnerUnderTest.ts"
import { acceptsRecent, acceptsSigned, readsRawBody } from "./acceptsSigned.ts"
import { acceptsOtherForms } from "./acceptsOtherForms.ts"
import { comparesLetters, refusesForged, verifiesEach } from "./refusesForged.ts"
import { refusesMalformed, refusesOtherBodies, refusesWith4xx } from "./refusesWith4xx.ts"

export const signature: ReadonlyArray<PartnerCheck> = [
  acceptsSigned,
  readsRawBody,
  acceptsRecent,
  ...acceptsOtherForms,
  ...refusesForged,
  verifiesEach,
  comparesLetters,
  refusesWith4xx,
  refusesMalformed,
  refusesOtherBodies
]
