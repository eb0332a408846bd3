/**
 * What came of one call to a fund. The kinds are closed: the retry rules have a row for each, and the ledger keeps
 * them by these names.
 */
export type CallOutcome<Answer> =
  /** 2xx with an answer that keeps the contract. */
  | { readonly kind: "accepted"; readonly answer: Answer }
  /** 400, or another 4xx: the request itself is wrong to this fund. */
  | { readonly kind: "refused"; readonly words: string }
  /**
   * 401 or 403, or no credentials to call with. `untried`: nobody was let in with these credentials before, so it is
   * they that are refused, and not this one call.
   */
  | { readonly kind: "credentials"; readonly words: string; readonly untried?: boolean }
  /** 429. `afterMillis` is what Retry-After asks for; null if it is missing, negative or unreadable. */
  | { readonly kind: "rate_limited"; readonly afterMillis: number | null; readonly words: string }
  /** 5xx. */
  | { readonly kind: "server_error"; readonly words: string }
  /** It failed before any byte of the request left: the fund knows nothing of it. */
  | { readonly kind: "not_sent"; readonly words: string }
  /** It was lost after bytes were sent: the fund may have done what was asked, or not. */
  | { readonly kind: "unknown"; readonly words: string }
  /** 2xx with an answer that can't be used: the fund did what was asked. `words` can be sent to the fund. */
  | { readonly kind: "unreadable"; readonly words: string }
  /** A status that the operation doesn't have, a redirect for example. `words` can be sent to the fund. */
  | { readonly kind: "contract_violation"; readonly words: string }
  /** This service can't make the call as things are: a profile or a link is wrong. Nothing was sent. */
  | { readonly kind: "fault"; readonly words: string }

export type CallOutcomeKind = CallOutcome<unknown>["kind"]

/** A call that was made, as far as it may be kept: never what was sent or answered. */
export interface MadeCall<Answer> {
  readonly outcome: CallOutcome<Answer>
  readonly status: number | null
  /** Milliseconds. */
  readonly took: number
}
