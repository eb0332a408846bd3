import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { outlasting } from "../../platform/database/operation.ts"
import { isUnreadable } from "../../platform/crypto/unreadable.ts"
import { newId } from "../../platform/ids/newId.ts"
import { FaultPoint } from "../../platform/jobs/FaultPoint.ts"
import { supervised } from "../../platform/jobs/supervised.ts"
import { Outgoing, unlessHeld } from "../../platform/outgoing/Outgoing.ts"
import { Timeline } from "../../platform/timeline/Timeline.ts"
import type { MadeCall } from "../client/MadeCall.ts"
import type { Admitted, NotAdmitted } from "../client/FundCall.ts"
import { FundClient } from "../client/FundClient.ts"
import { holdOf } from "../client/gate/gateRules.ts"
import { CannotPrepareHere, DurableOperations, type Follows } from "./DurableOperations.ts"
import { type ClaimedCall, fundCallLedger } from "./FundCallLedger.ts"
import { FundCallSettings } from "./fundCallSettings.ts"
import { aboutCall, noteFundCalls } from "./noteFundCalls.ts"
import { asRead, nextStep, PATIENT } from "./retryRules.ts"
import { queues } from "../../platform/jobs/queues.ts"

/** How a process shares its slots among funds. */
interface FairShares {
  /** Takes one more slot for a fund. Returns false if the fund uses its maximum. */
  readonly take: (fundId: string) => boolean
  readonly giveBack: (fundId: string) => void
  /** The funds that can't take another slot now. */
  readonly full: () => ReadonlyArray<string>
}

/**
 * A fund may use at most as many slots as stay free, so one slow fund never takes more than half, a second no more than
 * half of the rest, and so on.
 */
const fairShares = (slots: number): FairShares => {
  const inUse = new Map<string, number>()
  const free = () => slots - [...inUse.values()].reduce((sum, count) => sum + count, 0)
  const isFull = (fundId: string) => {
    const own = inUse.get(fundId) ?? 0
    return own > 0 && own >= free()
  }
  return {
    take: (fundId) => {
      if (isFull(fundId)) return false
      inUse.set(fundId, (inUse.get(fundId) ?? 0) + 1)
      return true
    },
    giveBack: (fundId) => {
      const left = (inUse.get(fundId) ?? 0) - 1
      if (left > 0) inUse.set(fundId, left)
      else inUse.delete(fundId)
    },
    full: () => [...inUse.keys()].filter(isFull)
  }
}

/** Another worker closed the attempt: this outcome is too late. */
class TooLate extends Data.TaggedError("TooLate") {}

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
 * What can't be opened or read here may be readable in another process, or in this one with another key file: the call
 * waits, and the log says why (D-fund-calls). A mistake in the service is reported as one, and its call waits, too: the next
 * version may have corrected it.
 */
const notHere = (defect: unknown) => {
  const because = isUnreadable(defect) ? "unreadable" : "defect"
  const words =
    because === "unreadable"
      ? "A call to a fund can't be prepared here"
      : "A mistake in the service keeps a call to a fund from being prepared"
  return Effect.andThen(Effect.logError(words, Cause.die(defect)), new CannotPrepareHere({ because }))
}

/** The worker waits for the end of holds up to this long. Milliseconds. */
const LONGEST_WATCH = 30_000

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
  const note = yield* noteFundCalls
  const shares = fairShares(settings.slots)
  const scope = yield* Effect.scope
  /** Funds with skipped calls; the next free slot takes one. */
  const passedOver = new Set<string>()
  /** Funds that the worker checks again when their hold ends. */
  const watched = new Set<string>()

  /** Wakes two more calls of a fund for each slot that becomes free, so that many slots fill quickly. */
  const wakeNextOf = Effect.fnUntraced(function* (fundId: string) {
    if (!passedOver.has(fundId) || shares.full().includes(fundId)) return
    const ids = yield* ledger.nextOf(fundId)
    if (ids.length === 0) passedOver.delete(fundId)
    yield* Effect.forEach(ids, (call_id) => queue.offer({ call_id }), { discard: true })
  }, sql.withTransaction)

  /** Checks a fund again after `millis`, when its hold ends. The sweep covers longer holds. */
  const watch = Effect.fnUntraced(function* (fundId: string, millis: number) {
    if (watched.has(fundId) || millis > LONGEST_WATCH) return
    watched.add(fundId)
    yield* Effect.sleep(Duration.millis(millis)).pipe(
      Effect.andThen(
        Effect.suspend(() => {
          watched.delete(fundId)
          passedOver.add(fundId)
          return Effect.ignore(wakeNextOf(fundId))
        })
      ),
      Effect.interruptible,
      Effect.forkIn(scope)
    )
  })

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
      if (outcome.kind === "rate_limited") yield* watch(claimed.fund.id, holdOf(outcome.afterMillis))
      yield* (next.kind === "stopped" ? Effect.logWarning : Effect.logInfo)(
        "A call to a fund has ended"
      ).pipe(Effect.annotateLogs({ operation: claimed.operation, outcome: outcome.kind, state: next.kind }))
    },
    Effect.catchTag("TooLate", () => Effect.logWarning("An answer came after its attempt was closed"))
  )

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
        passedOver.add(claimed.fund.id)
        yield* ledger.release(claimed)
        yield* noteWait(claimed, admission.failure)
        if (admission.failure.because === "held") yield* watch(claimed.fund.id, admission.failure.forMillis)
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
      if (Option.isSome(fund)) passedOver.add(fund.value)
    } else {
      const fundId = claimed.value.fund.id
      if (shares.take(fundId)) {
        yield* goOn(claimed.value).pipe(Effect.ensuring(Effect.sync(() => shares.giveBack(fundId))))
      } else {
        passedOver.add(fundId)
        yield* ledger.release(claimed.value)
      }
      yield* wakeNextOf(fundId)
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
