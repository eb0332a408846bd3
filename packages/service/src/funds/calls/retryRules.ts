import type { FundProfile } from "@embedded-super/contracts/schemas"
import * as Duration from "effect/Duration"
import type { CallOutcome, CallOutcomeKind } from "@embedded-super/rules/calls/CallOutcome"

/** The rule that follows an outcome. */
export type RetryRule =
  /** The fund carried out the call. */
  | { readonly action: "end" }
  /** The same call would get the same answer. `report`: the session is notified that the call has failed. */
  | { readonly action: "stop"; readonly report: boolean }
  /**
   * No retry until the fund's credentials are changed; then the call proceeds. A call that only tried new credentials
   * spends nothing. If the fund let other calls in under the same credentials, it refused this call for its own sake:
   * after this many versions the call stops, so that it can't use up each new version for all calls.
   */
  | { readonly action: "await credentials"; readonly versions: number }
  /** Uses one retry of the call's back-off; after the last, the call stops. */
  | { readonly action: "retry" }
  /** Spends nothing: the gate holds the whole fund, and the call proceeds when the hold ends. */
  | { readonly action: "wait" }
  /** `honoured` applies if the fund recognises a repeat by its key, `ignored` if it doesn't. */
  | { readonly action: "depends"; readonly honoured: RetryRule; readonly ignored: RetryRule }

/** R-7 as a table, one row for each outcome. */
export const retryRules: { readonly [Kind in CallOutcomeKind]: RetryRule } = {
  // 2xx
  accepted: { action: "end" },
  // 2xx with an unusable answer: the fund carried out the call, so a repeat could do it twice.
  unreadable: { action: "stop", report: true },
  // 400, and every other 4xx
  refused: { action: "stop", report: true },
  contract_violation: { action: "stop", report: true },
  fault: { action: "stop", report: false },
  // 401, 403
  credentials: { action: "await credentials", versions: 3 },
  // 429
  rate_limited: { action: "wait" },
  // 5xx
  server_error: { action: "retry" },
  // DNS, connect, TLS: no byte arrived.
  not_sent: { action: "wait" },
  // The connection was lost after bytes were sent.
  unknown: { action: "depends", honoured: { action: "retry" }, ignored: { action: "stop", report: false } }
}

/**
 * The waits before each retry: exponential back-off. Each wait is drawn between itself and one and a half times itself.
 */
export type BackOff = ReadonlyArray<Duration.Duration>

/**
 * For calls that must not be lost. Jitter only lengthens a wait, so the last retry is made 277 seconds after the first
 * call or later, and every call outlives an outage of four minutes.
 */
export const PATIENT: BackOff = [Duration.seconds(2.5), Duration.seconds(25), Duration.seconds(250)]

/** For lookups: an employer is waiting at the embed. */
export const QUICK: BackOff = [Duration.millis(100), Duration.millis(200), Duration.millis(400)]

/**
 * The outcome as the rules read it. A gateway's 502 or 504 says nothing of the fund behind it: where the fund doesn't
 * recognise repeats, it is a lost answer (D-unknown-outcomes).
 */
export const asRead = <Answer>(
  outcome: CallOutcome<Answer>,
  repeats: FundProfile["idempotency"]
): CallOutcome<Answer> =>
  outcome.kind === "server_error" && outcome.isGateway === true && repeats !== "honoured"
    ? { kind: "unknown", words: `${outcome.words} A gateway answers so when it lost the fund's answer.` }
    : outcome

/** The allowances that a call has spent. */
export interface Spent {
  readonly retries: number
  /** Versions of the fund's credentials under which this call was refused for its own sake. */
  readonly refusals: number
  /** An answer was lost: the fund may have carried out the call. */
  readonly uncertain: boolean
}

export const NOTHING_SPENT: Spent = { retries: 0, refusals: 0, uncertain: false }

/** The next step of the call. */
export type NextStep = { readonly spent: Spent } & (
  | { readonly kind: "done" }
  /**
   * Retried without an operator after `afterMillis`. `holds`: the call waits for an event (the end of a hold, new
   * credentials), not for a time.
   */
  | { readonly kind: "due"; readonly afterMillis: number; readonly holds: boolean }
  /** Listed until an operator or the partner restarts it. `report`: the session is notified. */
  | { readonly kind: "stopped"; readonly report: boolean }
)

/**
 * Returns the next step after an outcome. `random` is drawn from [0, 1). The same outcome, allowances and draw give the
 * same step on every machine.
 */
export const nextStep = (
  outcome: CallOutcome<unknown>,
  before: Spent,
  {
    backOff,
    random,
    repeats
  }: {
    readonly backOff: BackOff
    /** How the fund treats a repeat with the key of an earlier call. */
    readonly repeats: FundProfile["idempotency"]
    readonly random: number
  }
): NextStep => {
  const spent = outcome.kind === "unknown" ? { ...before, uncertain: true } : before
  const waiting = (spent: Spent): NextStep => ({ kind: "due", afterMillis: 0, holds: true, spent })
  const follow = (rule: RetryRule): NextStep => {
    switch (rule.action) {
      case "end":
        return { kind: "done", spent }
      case "stop":
        return { kind: "stopped", report: rule.report, spent }
      case "wait":
        return waiting(spent)
      case "await credentials": {
        const isTrial = outcome.kind === "credentials" && outcome.untried === true
        const isItsOwn = !isTrial || spent.refusals > 0
        const refused = { ...spent, refusals: spent.refusals + (isItsOwn ? 1 : 0) }
        return refused.refusals < rule.versions
          ? waiting(refused)
          : { kind: "stopped", report: false, spent: refused }
      }
      case "depends":
        return follow(repeats === "honoured" ? rule.honoured : rule.ignored)
      case "retry": {
        const wait = backOff[spent.retries]
        // Never report a call as failed if the fund may have carried it out: an operator has to find out.
        if (wait === undefined) return { kind: "stopped", report: !spent.uncertain, spent }
        const afterMillis = Math.round(Duration.toMillis(wait) * (1 + random / 2))
        return { kind: "due", afterMillis, holds: false, spent: { ...spent, retries: spent.retries + 1 } }
      }
    }
  }
  return follow(retryRules[outcome.kind])
}
