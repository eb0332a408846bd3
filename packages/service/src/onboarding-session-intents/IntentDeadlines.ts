import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Cron from "effect/Cron"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { embedDraftsRepo } from "../embed-drafts/EmbedDraftsRepo.ts"
import { OriginalIntents } from "../onboarding-sessions/SessionEndings.ts"
import { periodically } from "../platform/jobs/periodically.ts"
import { sweep } from "../platform/jobs/supervised.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { before } from "../platform/time/due.ts"
import { intentChanges } from "./intentChanges.ts"
import { canHappen } from "./intentStates.ts"
import { type IntentDetails, intentsRepo, positionOf } from "./IntentsRepo.ts"

/**
 * The personal data in an intent is removed this long after its end: its session, its cancellation, its expiry
 * (D-retention).
 */
const KEPT = { days: 90 }

/**
 * The removed fields of an intent: those that name the employee, or are free text that may. Identifiers and terms of
 * employment are kept. A new field has to be named here.
 */
const IS_REMOVED: {
  readonly [Part in "employee" | "employment"]: { readonly [Field in keyof IntentDetails[Part]]: boolean }
} = {
  employee: { given_name: true, family_name: true, email: true, phone_number: true, remote_id: false },
  employment: { start_date: false, pay_basis: false, pay_frequency: false, job_title: true }
}

const remaining = <T extends object>(values: T, isRemoved: { readonly [Field in keyof T]: boolean }): T => {
  const fields = Object.entries(values).map(([name, value]) => [
    name,
    isRemoved[name as keyof T] ? null : value
  ])
  return Object.fromEntries(fields) as T
}

const anonymised = (details: IntentDetails): IntentDetails => ({
  ...details,
  employee: remaining(details.employee, IS_REMOVED.employee),
  employment: remaining(details.employment, IS_REMOVED.employment)
})

/** The timed sweeps over intents. Both may run in many processes, and again after a crash. */
export class IntentDeadlines extends Context.Service<
  IntentDeadlines,
  {
    /** Expires intents that weren't finished within 30 days; returns how many. Sends no webhook. */
    readonly expireOverdue: Effect.Effect<number, SqlError>
    /** Removes the personal data from intents that ended 90 days ago; returns how many. */
    readonly anonymiseDue: Effect.Effect<number, SqlError>
  }
>()("@embedded-super/service/onboarding-session-intents/IntentDeadlines") {
  /** Provides also the port by which the erasure of a session reaches its intent. */
  static readonly layer = Layer.effectContext(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clock = yield* BusinessClock
      const repo = yield* intentsRepo
      const changes = yield* intentChanges
      const drafts = yield* embedDraftsRepo

      const expire = Effect.fnUntraced(function* (id: S.OnboardingSessionIntentId) {
        const intent = yield* repo.lock(id)
        // Meanwhile the employer may have confirmed, or the partner cancelled.
        if (intent === undefined || !canHappen(positionOf(intent), "expired")) return
        yield* changes.apply(intent, ["expired"], {}, yield* clock.now(intent.sandboxed))
      }, sql.withTransaction)

      const expireOverdue = Effect.flatMap(clock.moments, (moments) =>
        sweep("An overdue intent", (after, limit) => repo.overdue(moments, after, limit), expire)
      ).pipe(Effect.withSpan("IntentDeadlines.expireOverdue"))

      const anonymise = Effect.fnUntraced(function* (id: S.OnboardingSessionIntentId) {
        const intent = yield* repo.lock(id)
        if (intent === undefined || intent.anonymised_at !== null) return
        const at = yield* clock.now(intent.sandboxed)
        yield* drafts.remove(intent)
        yield* repo.update({
          ...intent,
          details: anonymised(intent.details),
          anonymised_at: at,
          version: intent.version + 1,
          updated_at: at
        })
      }, sql.withTransaction)

      const anonymiseDue = Effect.flatMap(clock.moments, (moments) => {
        const since = before(moments, KEPT)
        return sweep(
          "An intent to anonymise",
          (after, limit) => repo.stillPersonal(since, after, limit),
          anonymise
        )
      }).pipe(Effect.withSpan("IntentDeadlines.anonymiseDue"))

      return Context.make(IntentDeadlines, { expireOverdue, anonymiseDue }).pipe(
        Context.add(OriginalIntents, { anonymise })
      )
    })
  )

  /** Runs the sweeps while its scope is open, once per due time across all processes. */
  static readonly timers = Layer.effectDiscard(
    Effect.gen(function* () {
      const { expireOverdue, anonymiseDue } = yield* IntentDeadlines
      const everyMinute = Cron.parseUnsafe("* * * * *")
      const hourly = Cron.parseUnsafe("47 * * * *")
      yield* Effect.forkScoped(periodically("overdue intents", everyMinute, Effect.asVoid(expireOverdue)))
      yield* Effect.forkScoped(periodically("kept intents", hourly, Effect.asVoid(anonymiseDue)))
    })
  )
}
