import type { PartnerCheck } from "../../PartnerUnderTest.ts"
import { acceptsRecent, acceptsSigned, readsRawBody } from "./acceptsSigned.ts"
import { refusesForged, verifiesEach } from "./refusesForged.ts"
import { refusesMalformed, refusesWith4xx } from "./refusesWith4xx.ts"

export const signature: ReadonlyArray<PartnerCheck> = [
  acceptsSigned,
  readsRawBody,
  acceptsRecent,
  ...refusesForged,
  verifiesEach,
  refusesWith4xx,
  refusesMalformed
]
