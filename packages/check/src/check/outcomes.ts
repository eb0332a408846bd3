import type { ExchangeId } from "../exchange/Exchange.ts"
import type { Failed, Outcome, Passed, Unjudged } from "./Check.ts"

interface Difference {
  readonly cause: string
  readonly expected: string
  readonly actual: string
  readonly root?: string
  readonly hint?: string
  readonly exchange?: ExchangeId
  readonly explainedBy?: ReadonlyArray<string>
}

export const pass: Passed = { verdict: "pass" }

export const fail = (difference: Difference): Failed => ({ verdict: "fail", ...difference })

export const warn = (difference: Difference): Failed => ({ verdict: "warn", ...difference })

export const notApplicable = (why: string): Unjudged => ({ verdict: "not_applicable", why })

/** The behaviour couldn't be provoked: that is no failure. */
export const notObserved = (why: string): Unjudged => ({ verdict: "not_observed", why })

/** A mistake of the kit. */
export const errorOfKit = (why: string): Unjudged => ({ verdict: "error", why })

/** A failure, or a warning. */
export const isFailed = (outcome: Outcome): outcome is Failed =>
  outcome.verdict === "fail" || outcome.verdict === "warn"

/** The key that joins failures of one origin. */
export const rootOf = ({ cause, root }: Failed): string => root ?? cause
