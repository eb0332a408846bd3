import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { isUnreadable } from "../../platform/crypto/envelope.ts"
import { newId } from "../../platform/ids/newId.ts"
import { FaultPoint } from "../../platform/jobs/FaultPoint.ts"
import { supervised } from "../../platform/jobs/supervised.ts"
import { Outgoing, unlessHeld } from "../../platform/outgoing/Outgoing.ts"
import { Timeline } from "../../platform/timeline/Timeline.ts"
import type { Admitted, MadeCall, NotAdmitted } from "../client/FundCall.ts"
import { FundClient } from "../client/FundClient.ts"
import { CannotPrepareHere, DurableOperations } from "./DurableOperations.ts"
import { type ClaimedCall, fundCallLedger } from "./FundCallLedger.ts"
import { FundCallSettings } from "./fundCallSettings.ts"
import { aboutCall } from "./noteFundCalls.ts"
import { settling } from "./settling.ts"
import { fairShares, waitingFunds } from "./waitingFunds.ts"
import { queues } from "../../platform/jobs/queues.ts"

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

/**
 * A call whose data can't be opened or read here waits, and the log says why (D-fund-calls): another process may be able to,
 * or this one with another key file. A mistake in the service is reported as one, and its call waits, too: the next version
 * may have corrected it.
 */
const notHere = (defect: unknown) => {
  const because = isUnreadable(defect) ? "unreadable" : "defect"
  const words =
    because === "unreadable"
      ? "A call to a fund can't be prepared here"
      : "A mistake in the service keeps a call to a fund from being prepared"
  return Effect.andThen(Effect.logError(words, Cause.die(defect)), new CannotPrepareHere({ because }))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const ledger = yield* fundCallLedger
  const client = yield* FundClient
  const operations = yield* DurableOperations
  const settings = yield* FundCallSettings
  const faultPoint = yield* FaultPoint
  const queue = yield* queues.fundCalls
  const timeline = yield* Timeline
  const mayWork = unlessHeld(yield* Outgoing)
  const shares = fairShares(settings.slots)
  const waiting = yield* waitingFunds(shares)
  const settle = yield* settling(waiting)

  /** A fund at its limit of calls at one time is normal, and isn't noted. */
  const noteWait = (claimed: ClaimedCall, refusal: NotAdmitted | { readonly because: "unprepared" }) => {
    const { because } = refusal
    if (because === "busy") return Effect.void
    const { fund, operation } = claimed
    const in_seconds = because === "held" ? refusal.forMillis / 1000 : null
    const detail = { fund: fund.name, operation, because, in_seconds }
    return timeline.note({ kind: "fund_call_waits", detail, about: aboutCall(claimed), to: fund.name })
  }

  const renewing = (claimed: ClaimedCall, admitted: Admitted) =>
    Effect.sleep(settings.renewEvery).pipe(
      Effect.andThen(Effect.ignore(ledger.renew(claimed))),
      Effect.andThen(Effect.ignore(client.renew(admitted))),
      Effect.forever,
      Effect.interruptible,
      Effect.forkScoped
    )

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

  /** Once begun, a call isn't interrupted: half a call is an unknown outcome. */
  const perform = Effect.fnUntraced(
    function* (claimed: ClaimedCall) {
      const operation = operations[claimed.operation]
      if (claimed.spent.uncertain && operation.repeats(claimed.fund) !== "honoured") {
        return yield* stopped(claimed, { because: "unknown", words: NO_REPEAT })
      }
      const admission = yield* client.admit(claimed.fund, claimed.productId).pipe(Effect.catchDefect(notHere))
      if (Result.isFailure(admission)) {
        // The fund was held after the claim: nothing is spent.
        waiting.passOver(claimed.fund.id)
        yield* ledger.release(claimed)
        yield* noteWait(claimed, admission.failure)
        if (admission.failure.because === "held")
          yield* waiting.watch(claimed.fund.id, admission.failure.forMillis)
        return
      }
      const admitted = admission.success
      // After the admission: the tax file number is opened only for a call that may be made.
      const send = yield* operation.prepare(claimed).pipe(
        Effect.catchDefect(notHere),
        Effect.onError(() => Effect.ignore(client.giveBack(admitted)))
      )
      const attemptId = yield* newId
      if (!(yield* ledger.begin(claimed, attemptId))) return yield* client.giveBack(admitted)
      yield* faultPoint("after_claim")
      yield* renewing(claimed, admitted)
      const made = yield* send({
        admitted,
        requestId: attemptId,
        idempotencyKey: claimed.idempotencyKey
      })
      yield* faultPoint("before_ledger_write")
      yield* settle(claimed, attemptId, made)
    },
    Effect.scoped,
    Effect.uninterruptible
  )

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

  const goOn = (claimed: ClaimedCall) =>
    (claimed.lostAttempt === null ? perform(claimed) : settle(claimed, claimed.lostAttempt, lost)).pipe(
      Effect.catchTag("CannotPrepare", ({ words }) => setAside(claimed, words)),
      Effect.catchTag("CannotPrepareHere", ({ because }) =>
        Effect.andThen(ledger.postpone(claimed, because), noteWait(claimed, { because: "unprepared" }))
      ),
      Effect.annotateLogs({ call_id: claimed.id, fund: claimed.fund.slug })
    )

  const goOnWith = Effect.fnUntraced(function* (call_id: string) {
    const claimed = yield* ledger.claim(call_id, randomUUID(), shares.full())
    if (Option.isNone(claimed)) {
      const fund = yield* ledger.passOver(call_id)
      if (Option.isSome(fund)) waiting.passOver(fund.value)
    } else {
      const fundId = claimed.value.fund.id
      if (shares.take(fundId)) {
        yield* goOn(claimed.value).pipe(Effect.ensuring(Effect.sync(() => shares.giveBack(fundId))))
      } else {
        waiting.passOver(fundId)
        yield* ledger.release(claimed.value)
      }
      yield* waiting.wakeNextOf(fundId)
    }
  })

  /** While outgoing work is held, a wake-up is dropped: the sweep finds its call once the hold is over. */
  const handle = ({ call_id }: { readonly call_id: string }) =>
    Effect.andThen(mayWork(goOnWith(call_id)), faultPoint("after_release"))

  /**
   * Finds calls that no wake-up found: their fund's hold ended, their worker died, or their clock was moved. Without a
   * transaction, since nearly every sweep finds none: a process that ends before it has offered them leaves them to the
   * sweep after `sweepAfter`.
   */
  const wakeNeglected = Effect.gen(function* () {
    const ids = yield* ledger.neglected(Duration.toSeconds(settings.sweepAfter), shares.full())
    yield* Effect.forEach(ids, (call_id) => queue.offer({ call_id }), { discard: true })
  })
  const sweep = Effect.andThen(mayWork(wakeNeglected), Effect.sleep(settings.sweepEvery))

  yield* Effect.forkScoped(queue.work(handle, { concurrency: settings.slots }))
  yield* Effect.forkScoped(supervised("The sweep of calls to funds", sweep))
})

/**
 * Makes the durable calls to funds while its scope is open. Any number of processes may run it on one database. When
 * the scope closes, it begins no more calls, finishes those under way (30 seconds at most), records their outcomes and
 * ends.
 */
export const FundCallWorker = {
  layer: Layer.effectDiscard(make).pipe(Layer.provide(FundClient.layer))
}
