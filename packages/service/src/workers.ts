import * as Layer from "effect/Layer"
import { LookupQuota } from "./default-activate/LookupQuota.ts"
import { DraftRetention } from "./embed-drafts/DraftRetention.ts"
import { DefaultFundReviews } from "./employers/closedDefaultFunds.ts"
import { EmployerIssues } from "./employer-issues/EmployerIssues.ts"
import { BusinessOperations } from "./ports.ts"
import { ListTimers } from "./employer-lists/ListTimers.ts"
import { FundCallWorker } from "./funds/calls/FundCallWorker.ts"
import { IntentDeadlines } from "./onboarding-session-intents/IntentDeadlines.ts"
import { ChoiceForms } from "./onboarding-sessions/choice-form/ChoiceForms.ts"
import { SessionTimers } from "./onboarding-sessions/services.ts"
import { OperatorEvents } from "./operations/operator-events/OperatorEvents.ts"
import { AuditSealing } from "./platform/audit/sealing.ts"
import { ExpiredKeys } from "./platform/idempotency/IdempotencyLedger.ts"
import { Jobs } from "./platform/jobs/Jobs.ts"
import { ClockAlarm } from "./platform/time/clockAlarm.ts"
import { DeliveryWorker } from "./webhooks/delivery/DeliveryWorker.ts"
import { NoticeEmails } from "./webhooks/notices/NoticeEmails.ts"
import { WebhookRetention } from "./webhooks/log/RetentionRepo.ts"

/** The background work, over `Services`: deliveries, registrations, timers. */
export const Workers = Layer.mergeAll(
  DeliveryWorker.layer,
  WebhookRetention,
  OperatorEvents,
  NoticeEmails,
  ClockAlarm,
  FundCallWorker.layer.pipe(Layer.provide(BusinessOperations.layer)),
  ListTimers.layer,
  LookupQuota.timers,
  DefaultFundReviews,
  ChoiceForms.worker,
  SessionTimers,
  EmployerIssues.timers,
  IntentDeadlines.timers,
  DraftRetention,
  ExpiredKeys,
  AuditSealing,
  Jobs.layerCleanUp
)
