import * as Layer from "effect/Layer"
import { LookupQuota } from "./default-activate/LookupQuota.ts"
import { ClosedDefaultFunds } from "./employers/ClosedDefaultFunds.ts"
import { IssueTimers } from "./employer-issues/IssueTimers.ts"
import { BusinessOperations } from "./durableOperations.ts"
import { ListTimers } from "./employer-lists/ListTimers.ts"
import { Sftp } from "./sftp.ts"
import { FundCallWorker } from "./funds/calls/FundCallWorker.ts"
import { IntentDeadlines } from "./onboarding-session-intents/IntentDeadlines.ts"
import { ChoiceForms } from "./onboarding-sessions/choice-form/ChoiceForms.ts"
import { SessionTimers } from "./onboarding-sessions/services.ts"
import { ExpiredKeys } from "./platform/idempotency/expiredKeys.ts"
import { Jobs } from "./platform/jobs/Jobs.ts"
import { ClockAlarm } from "./platform/time/clockAlarm.ts"
import { DeliveryWorker } from "./webhooks/delivery/DeliveryWorker.ts"
import { NoticeTeller } from "./webhooks/notices/NoticeTeller.ts"
import { WebhookRetention } from "./webhooks/log/Retention.ts"

/** The background work, over `Services`: deliveries, registrations, timers. */
export const Workers = Layer.mergeAll(
  DeliveryWorker.layer,
  WebhookRetention,
  NoticeTeller,
  ClockAlarm,
  FundCallWorker.layer.pipe(Layer.provide(BusinessOperations.layer)),
  Sftp.layer,
  ListTimers.layer,
  LookupQuota.timers,
  ClosedDefaultFunds.timers,
  ChoiceForms.worker,
  SessionTimers,
  IssueTimers.layer,
  IntentDeadlines.timers,
  ExpiredKeys,
  Jobs.layerCleanUp
)
