import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { LookupQuota } from "./default-activate/LookupQuota.ts"
import { DraftRetention } from "./embed-drafts/DraftRetention.ts"
import { DefaultFundReviews } from "./employers/closedDefaultFunds.ts"
import { EmployerIssues } from "./employer-issues/EmployerIssues.ts"
import { BusinessOperations } from "./ports.ts"
import { ListTimers } from "./employer-lists/ListTimers.ts"
import { dailyDetailsFiles } from "./employer-details/DetailsFiles.ts"
import { inboxWatch } from "./employer-lists/sftp/InboxWatch.ts"
import { sftpServer } from "./employer-lists/sftp/SftpServer.ts"
import { sftpSettings } from "./employer-lists/sftp/SftpSettings.ts"
import { FundCallWorker } from "./funds/calls/FundCallWorker.ts"
import { IntentDeadlines } from "./onboarding-session-intents/IntentDeadlines.ts"
import { ChoiceForms } from "./onboarding-sessions/choice-form/ChoiceForms.ts"
import { SessionTimers } from "./onboarding-sessions/services.ts"
import { ExpiredKeys } from "./platform/idempotency/IdempotencyLedger.ts"
import { Jobs } from "./platform/jobs/Jobs.ts"
import { ClockAlarm } from "./platform/time/clockAlarm.ts"
import { DeliveryWorker } from "./webhooks/delivery/DeliveryWorker.ts"
import { NoticeEmails } from "./webhooks/notices/NoticeEmails.ts"
import { WebhookRetention } from "./webhooks/log/RetentionRepo.ts"

/** The SFTP server, the watch over its inboxes and the files for its outboxes, if SFTP_PORT is set. */
const Sftp = Layer.effectDiscard(
  Effect.gen(function* () {
    const settings = Option.getOrUndefined(yield* sftpSettings)
    if (settings === undefined) return
    const { changed } = yield* inboxWatch(settings.folder)
    yield* dailyDetailsFiles(settings.folder)
    yield* sftpServer(settings, changed)
  })
)

/** The background work, over `Services`: deliveries, registrations, timers. */
export const Workers = Layer.mergeAll(
  DeliveryWorker.layer,
  WebhookRetention,
  NoticeEmails,
  ClockAlarm,
  FundCallWorker.layer.pipe(Layer.provide(BusinessOperations.layer)),
  Sftp,
  ListTimers.layer,
  LookupQuota.timers,
  DefaultFundReviews,
  ChoiceForms.worker,
  SessionTimers,
  EmployerIssues.timers,
  IntentDeadlines.timers,
  DraftRetention,
  ExpiredKeys,
  Jobs.layerCleanUp
)
