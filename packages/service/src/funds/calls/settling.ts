import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as SqlClient from "effect/sql/SqlClient"
import { outlasting } from "../../platform/database/operation.ts"
import { queues } from "../../platform/jobs/queues.ts"
import { Timeline } from "../../platform/timeline/Timeline.ts"
import { holdOf } from "../client/gate/gateRules.ts"
import type { MadeCall } from "../client/FundCall.ts"
import { DurableOperations, type Follows } from "./DurableOperations.ts"
import { type ClaimedCall, fundCallLedger } from "./FundCallLedger.ts"
import { aboutCall, noteFundCalls } from "./noteFundCalls.ts"
import { asRead, nextStep, PATIENT } from "./retryRules.ts"
import type { WaitingFunds } from "./waitingFunds.ts"

/** The outcome of a call whose process died. */
const lost: MadeCall<never> = {
  outcome: {
    kind: "unknown",
    words: "The process that made the call ended before it recorded the answer."
  },
  status: null,
  took: 0
}

const NO_REPEAT =
  "An answer was lost, and the fund's profile no longer says that it recognises repeats. Ask the fund whether it did the work."

/** Another worker closed the attempt: this outcome is too late. */
class TooLate extends Data.TaggedError("TooLate") {}

/** Ends attempts and calls, each with all its consequences. */
export const settling = Effect.fnUntraced(function* (waiting: WaitingFunds) {
  const sql = yield* SqlClient.SqlClient
  const ledger = yield* fundCallLedger
  const operations = yield* DurableOperations
  const queue = yield* queues.fundCalls
  const note = yield* noteFundCalls
  const timeline = yield* Timeline

  /** Stops a call without an attempt, until a person decides. */
  const stopped = Effect.fnUntraced(function* (
    claimed: ClaimedCall,
    why: { readonly because: "fault" | "unknown"; readonly words: string }
  ) {
    yield* ledger.stop(claimed, why)
    const { fund, operation } = claimed
    yield* timeline.note({
      kind: "fund_call_stopped",
      detail: { fund: fund.name, operation, words: why.words },
      about: aboutCall(claimed),
      to: fund.name
    })
  })

  /** Stops a call that can't be made, and records the stop with its subject if possible. */
  const setAside = (claimed: ClaimedCall, words: string) => {
    const stop = stopped(claimed, { because: "fault", words })
    const operation = operations[claimed.operation]
    const report = claimed.spent.uncertain ? operation.setAside(claimed) : operation.stopped(claimed, null)
    return sql
      .withTransaction(Effect.andThen(report, stop))
      .pipe(
        Effect.catchCause((cause) =>
          Effect.andThen(Effect.logError("The end of a call to a fund can't be reported", cause), stop)
        )
      )
  }

  /** Records an attempt's outcome with all its consequences, in one transaction. */
  const settle = Effect.fnUntraced(
    function* (claimed: ClaimedCall, attemptId: string, called: MadeCall<Follows>) {
      const operation = operations[claimed.operation]
      const outcome = asRead(called.outcome, operation.repeats(claimed.fund))
      const made = { ...called, outcome }
      const next = nextStep(outcome, claimed.spent, {
        backOff: PATIENT,
        repeats: operation.repeats(claimed.fund),
        random: yield* Random.next
      })
      const write = Effect.gen(function* () {
        if (outcome.kind === "accepted") yield* outcome.answer
        if (next.kind === "stopped") {
          const refusal = outcome.kind === "refused" ? outcome.refusal : null
          yield* next.report ? operation.stopped(claimed, refusal) : operation.setAside(claimed)
        }
        if (!(yield* ledger.record(claimed, attemptId, made, next))) return yield* new TooLate()
        if (next.kind === "due" && !next.holds) {
          yield* queue.offer({ call_id: claimed.id }, { delay: next.afterMillis })
        }
      })
      // Keep the answer across a restart of the database.
      yield* outlasting(sql.withTransaction(write))
      const ended = { operation: claimed.operation, fund: claimed.fund, made, next, backOff: PATIENT }
      const recognisesRepeats = operation.repeats(claimed.fund) === "honoured"
      const attempt = claimed.attempts + (claimed.lostAttempt === null ? 1 : 0)
      yield* note.called(
        { ...ended, attempt, recognisesRepeats },
        { about: aboutCall(claimed), isStep: true }
      )
      if (outcome.kind === "rate_limited") yield* waiting.watch(claimed.fund.id, holdOf(outcome.afterMillis))
      yield* (
        next.kind === "stopped"
          ? Effect.logWarning("A call to a fund has stopped")
          : Effect.logInfo("An attempt at a call to a fund has ended")
      ).pipe(Effect.annotateLogs({ operation: claimed.operation, outcome: outcome.kind, state: next.kind }))
    },
    Effect.catchTag("TooLate", () => Effect.logWarning("An answer came after its attempt was closed"))
  )

  return {
    settle,
    settleLost: (claimed: ClaimedCall, attemptId: string) => settle(claimed, attemptId, lost),
    setAside,
    /** The fund may have done the work, and it no longer recognises repeats. */
    stopUncertain: (claimed: ClaimedCall) => stopped(claimed, { because: "unknown", words: NO_REPEAT })
  }
})
