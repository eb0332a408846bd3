import type { FundProfile } from "@embedded-super/contracts/schemas"
import * as Duration from "effect/Duration"
import type { CallOutcome, CallOutcomeKind } from "../client/CallOutcome.ts"

/** What follows an outcome. */
export type RetryRule =
  /** The member is registered. */
  | { readonly action: "register" }
  /** The same call would be answered the same: the registration has failed. */
  | { readonly action: "give up" }
  /**
   * No retry until the fund's credentials are changed; then it goes on by itself. Whoever only tries new credentials is
   * put back as it was. Refused under credentials with which the fund let others in, and so in this many versions, it is
   * the registration that the fund refuses: it waits for an operator, and takes the fund away from nobody else.
   */
  | { readonly action: "await credentials"; readonly versions: number }
  /**
   * One retry after each of these, and up to half as long again, drawn evenly; after the last, it has failed. Nothing is
   * taken off, so that an outage of 20 seconds is survived by whoever it hits.
   */
  | { readonly action: "retry"; readonly after: ReadonlyArray<Duration.Duration> }
  /** Retried not before the time that the fund stated. */
  | {
      readonly action: "wait"
      readonly waits: number
      /** All waits together. */
      readonly inAll: Duration.Duration
      /** Above this the registration is shown as parked until then. */
      readonly parkedAbove: Duration.Duration
      /** Where the fund stated nothing. */
      readonly unstated: Duration.Duration
    }
  /** As one rule if the fund answers a repeat as it answered the first call, and as the other if it doesn't. */
  | { readonly action: "depends"; readonly honoured: RetryRule; readonly ignored: RetryRule }
  /** An operator has to find out with the fund what happened. */
  | { readonly action: "park" }

/** Exponential back-off (description 7): the three retries of a 5xx. */
const backOff: RetryRule = {
  action: "retry",
  after: [Duration.seconds(1), Duration.seconds(4), Duration.seconds(16)]
}

/** Section 7 of the description, a row for each outcome; what it leaves open is settled 35 and 36. */
export const retryRules: { readonly [Kind in CallOutcomeKind]: RetryRule } = {
  // 200, 201
  accepted: { action: "register" },
  // 400
  refused: { action: "give up" },
  contract_violation: { action: "give up" },
  // 401, 403
  credentials: { action: "await credentials", versions: 3 },
  // 429
  rate_limited: {
    action: "wait",
    waits: 3,
    inAll: Duration.hours(24),
    parkedAbove: Duration.hours(1),
    unstated: Duration.minutes(1)
  },
  // 5xx
  server_error: backOff,
  // Nothing arrived, so a repeat is safe: as 5xx.
  not_sent: backOff,
  unknown: { action: "depends", honoured: backOff, ignored: { action: "park" } }
}

/** What a registration has spent of its allowances. */
export interface Spent {
  readonly retries: number
  readonly waits: number
  readonly waitedSeconds: number
  /** Versions of the fund's credentials under which it was refused, from the first that others were let in with. */
  readonly refusals: number
  /** A call's answer was lost: the fund may have registered the member. */
  readonly uncertain: boolean
}

/** What happens to the registration next. `afterMillis` is counted from now. */
export type NextStep = { readonly spent: Spent } & (
  | { readonly kind: "registered" }
  | { readonly kind: "failed" }
  | { readonly kind: "due"; readonly afterMillis: number; readonly parked: boolean }
  | { readonly kind: "parked" }
)

/** One that may have happened is never told as failed: an operator finds out. */
const exhausted = (spent: Spent): NextStep => ({ kind: spent.uncertain ? "parked" : "failed", spent })

/**
 * The next step after an outcome. `random` is drawn from [0, 1). The same outcome, allowances and draw give the same
 * step, on whatever machine.
 */
export const nextStep = (
  outcome: CallOutcome<unknown>,
  before: Spent,
  idempotency: FundProfile["idempotency"],
  random: number
): NextStep => {
  const spent = outcome.kind === "unknown" ? { ...before, uncertain: true } : before
  const follow = (rule: RetryRule): NextStep => {
    switch (rule.action) {
      case "register":
        return { kind: "registered", spent }
      case "give up":
        return { kind: "failed", spent }
      case "await credentials": {
        const isTrial = outcome.kind === "credentials" && outcome.untried === true
        const isItsOwn = !isTrial || spent.refusals > 0
        const refused = { ...spent, refusals: spent.refusals + (isItsOwn ? 1 : 0) }
        return refused.refusals < rule.versions
          ? { kind: "due", afterMillis: 0, parked: true, spent: refused }
          : { kind: "parked", spent: refused }
      }
      case "park":
        return { kind: "parked", spent }
      case "depends":
        return follow(idempotency === "honoured" ? rule.honoured : rule.ignored)
      case "retry": {
        const wait = rule.after[spent.retries]
        if (wait === undefined) return exhausted(spent)
        const afterMillis = Math.round(Duration.toMillis(wait) * (1 + random / 2))
        return { kind: "due", afterMillis, parked: false, spent: { ...spent, retries: spent.retries + 1 } }
      }
      case "wait": {
        const stated = outcome.kind === "rate_limited" ? outcome.seconds : null
        const seconds = stated ?? Duration.toSeconds(rule.unstated)
        const waitedSeconds = spent.waitedSeconds + seconds
        const isOver = spent.waits >= rule.waits || waitedSeconds > Duration.toSeconds(rule.inAll)
        if (isOver) return exhausted(spent)
        return {
          kind: "due",
          afterMillis: seconds * 1000,
          parked: seconds > Duration.toSeconds(rule.parkedAbove),
          spent: { ...spent, waits: spent.waits + 1, waitedSeconds }
        }
      }
    }
  }
  return follow(retryRules[outcome.kind])
}
