/** Webhooks come late, again and in another order: what an entity is now decides, not which webhook came last. */
import type { PartnerCheck } from "../../PartnerUnderTest.ts"
import { eachChange } from "./eachChange.ts"
import { followsCompletion } from "./followsCompletion.ts"
import { lateWebhooks } from "./lateWebhooks.ts"

export const order: ReadonlyArray<PartnerCheck> = [...followsCompletion, ...lateWebhooks, ...eachChange]
