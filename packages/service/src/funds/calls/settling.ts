import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as SqlClient from "effect/sql/SqlClient"
import { outlasting } from "../../platform/database/operation.ts"
import { queues } from "../../platform/jobs/queues.ts"
import { holdOf } from "../client/gate/gateRules.ts"
import type { MadeCall } from "../client/FundCall.ts"
import { DurableOperations, type Follows } from "./DurableOperations.ts"
import { type ClaimedCall, fundCallLedger } from "./FundCallLedger.ts"
import { aboutCall, noteFundCalls } from "./noteFundCalls.ts"
import { asRead, nextStep, PATIENT } from "./retryRules.ts"
import type { WaitingFunds } from "./waitingFunds.ts"

/** Another worker closed the attempt: this outcome is too late. */
class TooLate extends Data.TaggedError("TooLate") {}

/** Records an attempt's outcome with all its consequences, in one transaction. */
export const settling = Effect.fnUntraced(function* (waiting: WaitingFunds) {
  const sql = yield* SqlClient.SqlClient
  const ledger = yield* fundCallLedger
  const operations = yield* DurableOperations
  const queue = yield* queues.fundCalls
  const note = yield* noteFundCalls

  return Effect.fnUntraced(
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
      yield* (next.kind === "stopped" ? Effect.logWarning : Effect.logInfo)(
        "A call to a fund has ended"
      ).pipe(Effect.annotateLogs({ operation: claimed.operation, outcome: outcome.kind, state: next.kind }))
    },
    Effect.catchTag("TooLate", () => Effect.logWarning("An answer came after its attempt was closed"))
  )
})
