/** Delivery is at least once: the same webhook-id comes again after a slow, lost or failed answer. */
import type { PartnerCheck } from "../../PartnerUnderTest.ts"
import { acceptsRepeats } from "./acceptsRepeats.ts"
import { convertsOnce } from "./convertsOnce.ts"
import { idempotencyKeys } from "./idempotencyKeys.ts"

export const duplicate: ReadonlyArray<PartnerCheck> = [...acceptsRepeats, ...convertsOnce, ...idempotencyKeys]
