import type { Flaw } from "../Flaw.ts"
import { keyedByEntity } from "./keyedByEntity.ts"
import { keyedByEntityAndEvent } from "./keyedByEntityAndEvent.ts"
import { completionNeedsAChange } from "./completionNeedsAChange.ts"
import { pollsAfterCompletion } from "./pollsAfterCompletion.ts"
import { lateWebhook409 } from "./lateWebhook409.ts"
import { lateWebhookCancels } from "./lateWebhookCancels.ts"
import { oldEvent400 } from "./oldEvent400.ts"
import { unknownIssue500 } from "./unknownIssue500.ts"
import { resolvesAgain } from "./resolvesAgain.ts"
import { newestOfAllEntities } from "./newestOfAllEntities.ts"
import { sameSecondIgnored } from "./sameSecondIgnored.ts"
import { oldDropped } from "./oldDropped.ts"
import { pollsSlowly } from "./pollsSlowly.ts"

export const order: ReadonlyArray<Flaw> = [
  keyedByEntity,
  keyedByEntityAndEvent,
  completionNeedsAChange,
  pollsAfterCompletion,
  lateWebhook409,
  lateWebhookCancels,
  oldEvent400,
  unknownIssue500,
  resolvesAgain,
  newestOfAllEntities,
  sameSecondIgnored,
  oldDropped,
  pollsSlowly
]
