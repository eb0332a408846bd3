/** Notes calls to funds in the time line: one entry for each call that was made, with its consequence. */
import type * as S from "@embedded-super/contracts/schemas"
import type { DetailOf } from "@embedded-super/pages/kinds/index"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { names } from "../../platform/timeline/NamesRepo.ts"
import { isoOf, things } from "../../platform/timeline/things.ts"
import { type Note, Timeline } from "../../platform/timeline/Timeline.ts"
import { BusinessClock } from "../../platform/time/BusinessClock.ts"
import type { MadeCall } from "../client/FundCall.ts"
import { holdOf } from "../client/gate/gateRules.ts"
import type { StoredFund } from "../FundsRepo.ts"
import type { DurableOperationName } from "./DurableOperations.ts"
import type { NewCall } from "./FundCallsRepo.ts"
import type { BackOff, NextStep } from "./retryRules.ts"

/** The kinds of the things that durable calls are for. */
const SUBJECTS: { readonly [Name in DurableOperationName]: string } = {
  member_registration: "onboarding_session",
  employer_details: "employer_details"
}

/** The things that a durable call is about. */
export const aboutCall = (call: {
  readonly id: string
  readonly operation: DurableOperationName
  readonly productId: S.ProductId
  readonly subjectId: string
  readonly fund: { readonly id: S.FundId }
}) =>
  things({
    fund_call: call.id,
    [SUBJECTS[call.operation]]: call.subjectId,
    fund: call.fund.id,
    product: call.productId
  })

export const subjectOf = (call: NewCall) =>
  call.operation === "member_registration" ? call.sessionId : call.detailsId

/** A call that ended, and its next step. */
export interface EndedAttempt {
  readonly operation: string
  readonly fund: StoredFund
  readonly attempt: number
  readonly made: MadeCall<unknown>
  readonly next: NextStep
  readonly backOff: BackOff
  readonly recognisesRepeats: boolean
  /** The next wait is too long for the caller, who gives up. */
  readonly givesUp?: boolean
}

const followedBy = ({ givesUp, next }: EndedAttempt): DetailOf<"fund_called">["next"] => {
  if (next.kind === "done") return "done"
  if (givesUp === true) return "given_up"
  if (next.kind === "stopped") return "stopped"
  return next.holds ? "waits" : "retried"
}

export const noteFundCalls = Effect.gen(function* () {
  const timeline = yield* Timeline
  const clock = yield* BusinessClock
  const nameOf = yield* names

  /**
   * The end of the wait that a 429 asks for. Uses a simulated fund's clock as it was last read: reading it again needs a
   * statement, and a failed statement would fail the call.
   */
  const restOf = ({ simulated }: StoredFund, { outcome }: MadeCall<unknown>, now: number) => {
    if (outcome.kind !== "rate_limited") return { in_seconds: null, until: null }
    const millis = holdOf(outcome.afterMillis)
    const ahead = simulated ? clock.lastOffset() : 0
    return { in_seconds: Math.round(millis / 1000), until: isoOf(now + ahead + millis) }
  }

  const detailOf = (ended: EndedAttempt, now: number) => {
    const { attempt, backOff, fund, made, next, operation, recognisesRepeats } = ended
    const { outcome, status } = made
    const retry = followedBy(ended) === "retried" && next.kind === "due" ? next : undefined
    const rest = restOf(fund, made, now)
    return {
      fund: fund.name,
      operation,
      attempt,
      verdict: outcome.kind,
      status,
      retry_after: made.noted?.retryAfter ?? null,
      words: outcome.words?.slice(0, 200) ?? null,
      next: followedBy(ended),
      retry: retry?.spent.retries ?? null,
      retries: backOff.length,
      in_seconds: retry === undefined ? rest.in_seconds : retry.afterMillis / 1000,
      until: rest.until,
      recognises_repeats: recognisesRepeats,
      is_simulated: fund.simulated
    }
  }

  return {
    /** Notes that a durable call is needed. The call's attempts name it as their cause. */
    requested: Effect.fnUntraced(function* (call: {
      readonly id: string
      readonly operation: DurableOperationName
      readonly productId: S.ProductId
      readonly subjectId: string
      readonly fundId: S.FundId
      readonly again: boolean
    }) {
      if (!timeline.isOn) return
      const { again, fundId, id, operation, subjectId } = call
      const fund = (yield* nameOf.fund(fundId)) ?? "the fund"
      yield* timeline.note({
        kind: "fund_call_requested",
        detail: { fund, operation, again },
        about: aboutCall({ ...call, fund: { id: fundId } }),
        to: fund,
        makes: things({ fund_call: id }),
        cause: things({ [operation]: subjectId })
      })
    }),

    /** Notes a call that was made. `isStep`: the present step was made for it. */
    called: Effect.fnUntraced(function* (
      ended: EndedAttempt,
      { about, isStep }: Pick<Note, "about" | "isStep">
    ) {
      if (!timeline.isOn) return
      const { fund, made } = ended
      const { noted, took } = made
      yield* timeline.note({
        kind: "fund_called",
        detail: detailOf(ended, yield* Clock.currentTimeMillis),
        isStep: isStep === true,
        about: about ?? [],
        from: "Embedded Super",
        to: fund.name,
        durationMillis: took,
        ...(noted === undefined
          ? {}
          : { call: noted.call, beganAt: noted.beganAt, request: noted.request, sent: noted.sent }),
        ...(noted?.answer === undefined ? {} : { answer: noted.answer })
      })
    })
  }
})
