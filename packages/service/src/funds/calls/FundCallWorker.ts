import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { randomUUID } from "node:crypto"
import * as Context from "effect/Context"
import { isUnreadable } from "../../platform/crypto/envelope.ts"
import { newId } from "../../platform/ids/newId.ts"
import { FaultPoint } from "../../platform/jobs/FaultPoint.ts"
import { A_MINUTE } from "../../platform/jobs/loops.ts"
import { supervised } from "../../platform/jobs/supervised.ts"
import { Outgoing, unlessHeld } from "../../platform/outgoing/Outgoing.ts"
import { traced } from "../../platform/telemetry/traces.ts"
import { Timeline } from "../../platform/timeline/Timeline.ts"
import type { Admitted, NotAdmitted } from "../client/FundCall.ts"
import { FundClient } from "../client/FundClient.ts"
import { CannotPrepareHere, DurableOperations } from "./DurableOperations.ts"
import { type ClaimedCall, fundCallLedger } from "./FundCallLedger.ts"
import { aboutCall } from "./noteFundCalls.ts"
import { settling } from "./settling.ts"
import { fairShares, waitingFunds } from "./waitingFunds.ts"
import { queues } from "../../platform/jobs/queues.ts"

/** How many calls a worker makes at once, and how often it sweeps. Tests shorten the times. */
export interface FundCallSettings {
  /** Calls that one process makes at the same time. */
  readonly slots: number
  /** How often the worker sweeps for due calls that no worker has claimed. */
  readonly sweepEvery: Duration.Duration
  /** How long after its wake-up an unclaimed call is swept up. */
  readonly sweepAfter: Duration.Duration
  /** How often a lease of 12 seconds is renewed. */
  readonly renewEvery: Duration.Duration
}

export const FundCallSettings = Context.Reference<FundCallSettings>(
  "@embedded-super/service/funds/calls/FundCallSettings",
  {
    defaultValue: () => ({
      slots: 64,
      sweepEvery: Duration.seconds(2),
      sweepAfter: Duration.seconds(10),
      renewEvery: Duration.seconds(3)
    })
  }
)

/**
 * A call whose data can't be opened or read here waits, and the log says why (D-fund-calls): another process may be able to,
 * or this one with another key file. A mistake in the service is reported as one, and its call waits, too: the next version
 * may have corrected it.
 */
const notHere = (defect: unknown) => {
  const because = isUnreadable(defect) ? "unreadable" : "defect"
  const cause = Cause.die(defect)
  return Effect.andThen(
    because === "unreadable"
      ? Effect.logWarning("A call to a fund can't be prepared here", cause)
      : Effect.logError("A mistake in the service keeps a call to a fund from being prepared", cause),
    new CannotPrepareHere({ because })
  )
}

const make = Effect.gen(function* () {
  const ledger = yield* fundCallLedger
  const client = yield* FundClient
  const operations = yield* DurableOperations
  const settings = yield* FundCallSettings
  const faultPoint = yield* FaultPoint
  const queue = yield* queues.fundCalls
  const timeline = yield* Timeline
  const mayWork = unlessHeld((yield* Outgoing).hold)
  const shares = fairShares(settings.slots)
  const waiting = yield* waitingFunds(shares)
  const { setAside, settle, settleLost, stopUncertain } = yield* settling(waiting)

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

  /** Once begun, a call isn't interrupted: half a call is an unknown outcome. */
  const perform = Effect.fnUntraced(
    function* (claimed: ClaimedCall) {
      const operation = operations[claimed.operation]
      if (claimed.spent.uncertain && operation.repeats(claimed.fund) !== "honoured") {
        return yield* stopUncertain(claimed)
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

  const carryOut = (claimed: ClaimedCall) =>
    (claimed.lostAttempt === null ? perform(claimed) : settleLost(claimed, claimed.lostAttempt)).pipe(
      Effect.catchTag("CannotPrepare", ({ words }) => setAside(claimed, words)),
      Effect.catchTag("CannotPrepareHere", ({ because }) =>
        Effect.andThen(ledger.postpone(claimed, because), noteWait(claimed, { because: "unprepared" }))
      ),
      Effect.annotateLogs({ call_id: claimed.id, fund: claimed.fund.slug }),
      traced("job fund-calls", {
        kind: "consumer",
        continues: claimed.traceparent,
        attributes: {
          operation: claimed.operation,
          call_id: claimed.id,
          product_id: claimed.productId,
          fund: claimed.fund.slug
        }
      })
    )

  const claimAndCarryOut = Effect.fnUntraced(function* (call_id: string) {
    const claimed = yield* ledger.claim(call_id, randomUUID(), shares.full())
    if (Option.isNone(claimed)) {
      const fund = yield* ledger.passOver(call_id)
      if (Option.isSome(fund)) waiting.passOver(fund.value)
    } else {
      const fundId = claimed.value.fund.id
      if (shares.take(fundId)) {
        yield* carryOut(claimed.value).pipe(Effect.ensuring(Effect.sync(() => shares.giveBack(fundId))))
      } else {
        waiting.passOver(fundId)
        yield* ledger.release(claimed.value)
      }
      yield* waiting.wakeNextOf(fundId)
    }
  })

  /** While outgoing work is held, a wake-up is dropped: the sweep finds its call once the hold is over. */
  const handle = ({ call_id }: { readonly call_id: string }) =>
    Effect.andThen(mayWork(claimAndCarryOut(call_id)), faultPoint("after_release"))

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
  yield* Effect.forkScoped(supervised("The sweep of calls to funds", sweep, { turnsWithin: A_MINUTE }))
})

/**
 * Makes the durable calls to funds while its scope is open. Any number of processes may run it on one database. When
 * the scope closes, it begins no more calls, finishes those under way (30 seconds at most), records their outcomes and
 * ends.
 */
export const FundCallWorker = {
  layer: Layer.effectDiscard(make).pipe(Layer.provide(FundClient.layer))
}
