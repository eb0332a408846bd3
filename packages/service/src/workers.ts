import * as Layer from "effect/Layer"
import { LookupQuota } from "./default-activate/LookupQuota.ts"
import { ClosedDefaultFunds } from "./employers/ClosedDefaultFunds.ts"
import { IssueTimers } from "./employer-issues/IssueTimers.ts"
import { BusinessOperations } from "./durableOperations.ts"
import { ListTimers } from "./employer-lists/ListTimers.ts"
import { Sftp } from "./sftp.ts"
import { FundCallWorker } from "./funds/calls/FundCallWorker.ts"
import { IntentTimers } from "./onboarding-session-intents/IntentTimers.ts"
import { ChoiceFormWorker } from "./onboarding-sessions/choice-form/ChoiceFormWorker.ts"
import { SessionTimers } from "./onboarding-sessions/SessionTimers.ts"
import { ExpiredKeys } from "./platform/idempotency/expiredKeys.ts"
import { Jobs } from "./platform/jobs/Jobs.ts"
import { ClockAlarm } from "./platform/time/clockAlarm.ts"
import { DeliveryWorker } from "./webhooks/delivery/DeliveryWorker.ts"
import { NoticeEmails } from "./webhooks/notices/NoticeEmails.ts"
import { WebhookRetention } from "./webhooks/log/RetentionRepo.ts"

/** The background work, over `Services`: deliveries, registrations, timers. */
export const Workers = Layer.mergeAll(
  DeliveryWorker.layer,
  WebhookRetention,
  NoticeEmails,
  ClockAlarm,
  FundCallWorker.layer.pipe(Layer.provide(BusinessOperations.layer)),
  Sftp.layer,
  ListTimers.layer,
  LookupQuota.timers,
  ClosedDefaultFunds.timers,
  ChoiceFormWorker.layer,
  SessionTimers.layer,
  IssueTimers.layer,
  IntentTimers.layer,
  ExpiredKeys,
  Jobs.layerCleanUp
)
