import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { LookupQuota } from "./default-activate/LookupQuota.ts"
import { DefaultFundReviews } from "./employers/closedDefaultFunds.ts"
import { EmployerIssues } from "./employer-issues/EmployerIssues.ts"
import { BusinessOperations } from "./ports.ts"
import { ListTimers } from "./employer-lists/ListTimers.ts"
import { dailyDetailsFiles } from "./employer-details/DetailsFiles.ts"
import { inboxWatch } from "./employer-lists/sftp/InboxWatch.ts"
import { sftpServer } from "./employer-lists/sftp/SftpServer.ts"
import { sftpSettings } from "./employer-lists/sftp/SftpSettings.ts"
import { FundCallWorker } from "./funds/calls/FundCallWorker.ts"
import { IntentTimers } from "./onboarding-session-intents/IntentTimers.ts"
import { ChoiceFormWorker } from "./onboarding-sessions/choice-form/ChoiceFormWorker.ts"
import { SessionTimers } from "./onboarding-sessions/SessionTimers.ts"
import { ExpiredKeys } from "./platform/idempotency/expiredKeys.ts"
import { Jobs } from "./platform/jobs/Jobs.ts"
import { ClockAlarm } from "./platform/time/clockAlarm.ts"
import { DeliveryWorker } from "./webhooks/delivery/DeliveryWorker.ts"
import { NoticeTeller } from "./webhooks/notices/NoticeTeller.ts"
import { WebhookRetention } from "./webhooks/log/Retention.ts"

/** The SFTP server, the watch over its inboxes and the files for its outboxes, if SFTP_PORT is set. */
const Sftp = Layer.effectDiscard(
  Effect.gen(function* () {
    const settings = Option.getOrUndefined(yield* sftpSettings)
    if (settings === undefined) return
    const writing = new Set<string>()
    const { changed } = yield* inboxWatch(settings.folder, writing)
    yield* dailyDetailsFiles(settings.folder)
    yield* sftpServer(settings, writing, changed)
  })
)

/** The background work, over `Services`: deliveries, registrations, timers. */
export const Workers = Layer.mergeAll(
  DeliveryWorker.layer,
  WebhookRetention,
  NoticeTeller,
  ClockAlarm,
  FundCallWorker.layer.pipe(Layer.provide(BusinessOperations.layer)),
  Sftp,
  ListTimers.layer,
  LookupQuota.timers,
  DefaultFundReviews,
  ChoiceFormWorker.layer,
  SessionTimers.layer,
  EmployerIssues.timers,
  IntentTimers.layer,
  ExpiredKeys,
  Jobs.layerCleanUp
)
