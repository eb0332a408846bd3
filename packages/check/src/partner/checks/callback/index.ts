/** The receiver's calls back to the partner API: whether they come, with which key, and to whom. */
import type { PartnerCheck } from "../../PartnerUnderTest.ts"
import { conversions } from "./conversions.ts"
import { fetches } from "./fetches.ts"
import { keys } from "./keys.ts"
import { retries } from "./retries.ts"

export const callback: ReadonlyArray<PartnerCheck> = [...fetches, ...conversions, ...keys, ...retries]
