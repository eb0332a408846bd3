/**
 * Durable calls to funds: member registrations and employer details, each a row of `fund_calls` (D-fund-calls). A
 * feature requests a call here, in its own transaction. `FundCallWorker` makes the call, `FundCallLedger` has its
 * leases and attempts, and `retryRules` is the table of each outcome's consequence (R-8-1, R-8-2). `FundCallOperations`
 * lists the calls for operators, and restarts stopped ones.
 *
 * Why a port (`DurableOperations`): `funds/` imports no business folder. The folder that owns an operation supplies the
 * request, and the consequences of its outcome.
 *
 * The trap: if the answer is lost, the fund may have carried out the call. A repeat could then register a member twice.
 * The call is therefore repeated only if the fund's profile says that the fund honours idempotency keys; otherwise it
 * stops until an operator knows the outcome (D-unknown-outcomes).
 */

import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SqlError } from "effect/sql/SqlError"
import { newId } from "../../platform/ids/newId.ts"
import { tracesToStore } from "../../platform/telemetry/traces.ts"
import { fundCallsRepo, type NewCall } from "./FundCallsRepo.ts"
import { noteFundCalls, subjectOf } from "./noteFundCalls.ts"
import { needsNewKey, type RetryRefusal, whyNotRetried } from "./reopening.ts"
import { queues } from "../../platform/jobs/queues.ts"

/**
 * Durable calls to funds, for the business features that need them. A request is a row of the ledger and a wake-up,
 * both in the caller's transaction: the call is requested with the change that needs it, or not at all.
 */
export class FundCalls extends Context.Service<
  FundCalls,
  {
    /** Requests a call. Employer details supersede unfinished calls for their earlier versions. */
    readonly request: (call: NewCall) => Effect.Effect<void, SqlError>
    /**
     * Restarts a session's registration, in the caller's transaction. Returns the reason if it can't, and changes
     * nothing.
     */
    readonly retryRegistration: (
      sessionId: S.OnboardingSessionId
    ) => Effect.Effect<RetryRefusal | undefined, SqlError>
  }
>()("@embedded-super/service/funds/calls/FundCalls") {
  static readonly layer = Layer.effect(
    FundCalls,
    Effect.gen(function* () {
      const repo = yield* fundCallsRepo
      const queue = yield* queues.fundCalls
      const note = yield* noteFundCalls

      return FundCalls.of({
        request: Effect.fn("FundCalls.request")(function* (call) {
          if (call.operation === "employer_details") yield* repo.supersede(call.detailsId)
          const id = yield* newId
          const [row] = yield* repo.insert(id, call, yield* tracesToStore)
          if (row === undefined) return yield* Effect.die(new Error("A call to a fund that isn't there"))
          yield* note.requested({ ...call, ...row, id, subjectId: subjectOf(call), again: false })
          yield* queue.offer({ call_id: id })
        }),

        retryRegistration: Effect.fn("FundCalls.retryRegistration")(function* (sessionId) {
          const call = yield* repo.lockOfSession(sessionId)
          if (call === undefined) return "none"
          const refusal = whyNotRetried(call)
          if (refusal !== undefined) return refusal
          yield* repo.reopen(call.id, { forgets: false, newKey: needsNewKey(call) ? yield* newId : null })
          const { fund_id: fundId, id, product_id: productId } = call
          const operation = "member_registration"
          yield* note.requested({ id, operation, productId, fundId, subjectId: sessionId, again: true })
          yield* queue.offer({ call_id: call.id })
          return undefined
        })
      })
    })
  )
}
