import * as Cron from "effect/Cron"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { EmbedSessions } from "../embed-sessions/EmbedSessions.ts"
import { periodically } from "../platform/jobs/periodically.ts"
import { SessionAbandonment } from "./abandonment/SessionAbandonment.ts"
import { SessionDeadlines } from "./deadlines/SessionDeadlines.ts"
import { SessionRetention } from "./retention/SessionRetention.ts"
import { TaxFileNumbers } from "./TaxFileNumbers.ts"

/** Runs the timed work on sessions while its scope is open, once per due time across all processes. */
export const SessionTimers = {
  layer: Layer.effectDiscard(
    Effect.gen(function* () {
      const abandonment = yield* SessionAbandonment
      const deadlines = yield* SessionDeadlines
      const retention = yield* SessionRetention
      const taxFileNumbers = yield* TaxFileNumbers
      const embedSessions = yield* EmbedSessions
      const everyMinute = Cron.parseUnsafe("* * * * *")
      const hourly = Cron.parseUnsafe("41 * * * *")
      yield* Effect.forkScoped(
        periodically("overdue sessions", everyMinute, Effect.asVoid(deadlines.expireOverdue))
      )
      yield* Effect.forkScoped(
        periodically("abandoned sessions", everyMinute, Effect.asVoid(abandonment.endAbandoned))
      )
      yield* Effect.forkScoped(
        periodically("unanswered sessions", everyMinute, Effect.asVoid(deadlines.completeUnanswered))
      )
      yield* Effect.forkScoped(
        periodically("kept tax file numbers", hourly, Effect.asVoid(taxFileNumbers.destroyDue))
      )
      yield* Effect.forkScoped(
        periodically("personal data of sessions", hourly, Effect.asVoid(retention.anonymiseDue))
      )
      yield* Effect.forkScoped(periodically("ended embeds", hourly, embedSessions.removeEnded))
    })
  )
}
