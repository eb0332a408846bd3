import * as Cron from "effect/Cron"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { periodically } from "../platform/jobs/periodically.ts"
import { IntentDeadlines } from "./IntentDeadlines.ts"

/** Runs the timed work on intents while its scope is open, once per due time across all processes. */
export const IntentTimers = {
  layer: Layer.effectDiscard(
    Effect.gen(function* () {
      const { expireOverdue, anonymiseDue } = yield* IntentDeadlines
      const everyMinute = Cron.parseUnsafe("* * * * *")
      const hourly = Cron.parseUnsafe("47 * * * *")
      yield* Effect.forkScoped(periodically("overdue intents", everyMinute, Effect.asVoid(expireOverdue)))
      yield* Effect.forkScoped(periodically("kept intents", hourly, Effect.asVoid(anonymiseDue)))
    })
  )
}
