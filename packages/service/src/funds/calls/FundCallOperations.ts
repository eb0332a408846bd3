import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { changeOf } from "../../platform/audit/changeOf.ts"
import { audit, operator, type AuditEntry } from "../../platform/audit/audit.ts"
import { operation, transactions } from "../../platform/database/operation.ts"
import { isUuid, newId } from "../../platform/ids/newId.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import { fundGates, momentOf } from "../client/gate/FundGates.ts"
import { fundsRepo } from "../FundsRepo.ts"
import { noteFundCalls } from "./noteFundCalls.ts"
import { DurableOperations } from "./DurableOperations.ts"
import { fundCallsRepo, type ListedAttempt, type ListedCall, type Listing } from "./FundCallsRepo.ts"
import {
  callAmbiguous,
  callUnknown,
  mayHaveHappened,
  needsNewKey,
  notEntered,
  notHeld,
  notHeldByOperator,
  whyNotReleased
} from "./reopening.ts"
import { queues } from "../../platform/jobs/queues.ts"

/** A member number from the fund, and the call that it belongs to. */
export interface EnteredNumber {
  /** The call's id, or its Idempotency-Key, by which the fund knows it. */
  readonly callId: string
  readonly memberNumber: string
}

/** The result of releasing all stopped calls of a fund. */
export interface ReleasedFund {
  readonly released: number
  /** Calls that the fund may have carried out: each needs its number, or a release of its own. */
  readonly kept: ReadonlyArray<ListedCall>
}

/** Durable calls for operators: lists the waiting and the stopped ones with the reason, and restarts them. */
export class FundCallOperations extends Context.Service<
  FundCallOperations,
  {
    /** Newest first. */
    readonly list: (listing: Listing) => Effect.Effect<ReadonlyArray<ListedCall>, OperatorError>
    /** One call and its attempts, oldest first. By its id or, while it waits or is stopped, its Idempotency-Key. */
    readonly show: (
      given: string
    ) => Effect.Effect<
      { readonly call: ListedCall; readonly attempts: ReadonlyArray<ListedAttempt> },
      OperatorError
    >
    /**
     * Restarts a stopped call, with all its retries. The operator has confirmed that the fund didn't carry it out
     * before. By its id or its Idempotency-Key.
     */
    readonly release: (given: string) => Effect.Effect<ListedCall, OperatorError>
    /** Restarts all stopped calls of a fund, except those that the fund may have carried out. */
    readonly releaseFund: (slug: string) => Effect.Effect<ReleasedFund, OperatorError>
    /**
     * Ends a fund's hold: its calls resume at once, with one call first. Returns the end and the reason of the hold.
     */
    readonly lift: (
      slug: string
    ) => Effect.Effect<{ readonly until: string; readonly because: string }, OperatorError>
    /**
     * Suspends the calls to a fund until a time, in place of an operator's hold before. Returns the end of the hold, which
     * may be later if the fund itself asked for that, and the end of the operator's hold before; null if there was none.
     */
    readonly hold: (
      slug: string,
      until: Date,
      reason: string
    ) => Effect.Effect<{ readonly until: string; readonly before: string | null }, OperatorError>
    /** Ends a hold that an operator set; returns when it would have ended. */
    readonly endHold: (slug: string) => Effect.Effect<string, OperatorError>
    /** Ends registrations with the numbers that the fund gave outside its API: all of them, or none. */
    readonly enterNumbers: (numbers: ReadonlyArray<EnteredNumber>) => Effect.Effect<void, OperatorError>
  }
>()("@embedded-super/service/funds/calls/FundCallOperations") {
  static readonly layer = Layer.effect(
    FundCallOperations,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const repo = yield* fundCallsRepo
      const funds = yield* fundsRepo
      const durable = yield* DurableOperations
      const gates = yield* fundGates
      const queue = yield* queues.fundCalls
      const note = yield* noteFundCalls

      /** The ids of the calls that an operator named, by their ids or their Idempotency-Keys, in the same order. */
      const idsOf = Effect.fnUntraced(function* (given: ReadonlyArray<string>) {
        const found = Map.groupBy(yield* repo.named(given.filter(isUuid)), (call) => call.given)
        return yield* Effect.forEach(given, (name) => {
          const [first, ...others] = found.get(name.toLowerCase()) ?? []
          if (first === undefined) return callUnknown(name)
          return others.length === 0 ? Effect.succeed(first.id) : callAmbiguous(name)
        })
      })

      const idOf = (given: string) => Effect.map(idsOf([given]), ([id]) => id ?? given)

      const existing = <A>(id: string, found: Effect.Effect<ListedCall | undefined, A>) =>
        Effect.flatMap(found, (call) => (call === undefined ? callUnknown(id) : Effect.succeed(call)))

      const record = (action: AuditEntry["action"], { fund, id, operation }: ListedCall, because: string) =>
        Effect.flatMap(operator, (actor) =>
          audit({
            actor,
            action,
            entity: { kind: "fund_call", id },
            detail: { fund, operation, because }
          })
        )

      /** `forgets`: the operator has confirmed that the fund carried out no earlier attempt. */
      const reopen = Effect.fnUntraced(function* (call: ListedCall, forgets: boolean) {
        yield* repo.reopen(call.id, { forgets, newKey: needsNewKey(call) ? yield* newId : null })
        yield* queue.offer({ call_id: call.id })
        yield* record("fund_call.release", call, call.because ?? "")
        const { fund_id: fundId, product_id: productId, subject_id: subjectId } = call
        yield* note.requested({ ...call, fundId, productId, subjectId, again: true })
      })

      const enter = Effect.fnUntraced(function* ({ callId, memberNumber }: EnteredNumber) {
        const call = yield* existing(callId, repo.find(callId))
        const numberEntered = durable[call.operation].numberEntered
        if (numberEntered === undefined) return yield* notEntered(call, "this kind of call has no number")
        const fund = Option.getOrThrow(yield* funds.find(call.fund_id))
        const subject = { productId: call.product_id, subjectId: call.subject_id, fund }
        // Lock the session before the call, the same order as everywhere, to avoid a deadlock.
        yield* Effect.catchTag(numberEntered(subject, memberNumber), "CannotPrepare", ({ words }) =>
          notEntered(call, words)
        )
        if (!(yield* repo.endByNumber(callId))) {
          const now = yield* existing(callId, repo.find(callId))
          const why = now.under_way
            ? "a call is under way now; try again in a minute"
            : "it has ended already"
          return yield* notEntered(call, why)
        }
        yield* record("fund_call.enter_number", call, call.because ?? "")
      })

      return FundCallOperations.of({
        list: operation("FundCallOperations.list")(function* (listing) {
          if (listing.fund !== undefined) yield* funds.named(listing.fund)
          return yield* repo.list(listing)
        }),

        show: operation("FundCallOperations.show")(function* (given) {
          const id = yield* idOf(given)
          const call = yield* existing(id, repo.find(id))
          return { call, attempts: yield* repo.attempts(id) }
        }),

        release: transaction("FundCallOperations.release")(function* (given) {
          const id = yield* idOf(given)
          const call = yield* existing(id, repo.lock(id))
          const refusal = whyNotReleased(call)
          if (refusal !== undefined) return yield* refusal
          yield* reopen(call, true)
          return call
        }),

        releaseFund: transaction("FundCallOperations.releaseFund")(function* (slug) {
          const fund = yield* funds.named(slug)
          const stopped = yield* repo.lockStopped(fund.id)
          const isSafe = (call: ListedCall) =>
            !mayHaveHappened(call) || durable[call.operation].repeats(fund) === "honoured"
          const safe = stopped.filter(isSafe)
          yield* Effect.forEach(safe, (call) => reopen(call, false), { discard: true })
          return { released: safe.length, kept: stopped.filter((call) => !isSafe(call)) }
        }),

        lift: transaction("FundCallOperations.lift")(function* (slug) {
          const fund = yield* funds.named(slug)
          const gate = yield* gates.lift(fund)
          if (gate === undefined) return yield* notHeld(slug)
          const held = { until: momentOf(gate.heldUntil ?? 0), because: gate.because ?? "" }
          yield* audit({
            actor: yield* operator,
            action: "fund.lift",
            entity: { kind: "fund", id: fund.id },
            detail: { slug, ...held }
          })
          return held
        }),

        hold: transaction("FundCallOperations.hold")(function* (slug, until, reason) {
          const fund = yield* funds.named(slug)
          const after = yield* gates.hold(fund, until, reason)
          const held = momentOf(after.until)
          const before = after.before === undefined ? null : momentOf(after.before)
          yield* audit({
            actor: yield* operator,
            action: "fund.hold",
            entity: { kind: "fund", id: fund.id },
            detail: { slug, until: held },
            change: changeOf({ until: before }, { until: held })
          })
          return { until: held, before }
        }),

        endHold: transaction("FundCallOperations.endHold")(function* (slug) {
          const fund = yield* funds.named(slug)
          const gate = yield* gates.lift(fund, "operator")
          if (gate === undefined) return yield* notHeldByOperator(slug)
          const until = momentOf(gate.heldUntil ?? 0)
          yield* audit({
            actor: yield* operator,
            action: "fund.release",
            entity: { kind: "fund", id: fund.id },
            detail: { slug, until }
          })
          return until
        }),

        enterNumbers: transaction("FundCallOperations.enterNumbers")(function* (numbers) {
          // The same order as `lockStopped`, so that two operators can't deadlock.
          const ids = yield* idsOf(numbers.map(({ callId }) => callId))
          const named = numbers.map((number, index) => ({ ...number, callId: ids[index] ?? number.callId }))
          const sorted = named.toSorted((one, other) => (one.callId < other.callId ? -1 : 1))
          yield* Effect.forEach(sorted, enter, { discard: true })
        })
      })
    })
  )
}
