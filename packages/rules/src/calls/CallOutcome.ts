import type { Refusal } from "./refusalIn.ts"

/**
 * The outcome of one call to a fund. The kinds are a closed set: the retry rules have a row for each, and the ledger
 * stores them by these names.
 */
export type CallOutcome<Answer> =
  /** 2xx with an answer that can be used. `words`: how its optional parts, which were left out, break the contract. */
  | { readonly kind: "accepted"; readonly answer: Answer; readonly words?: string }
  /** 400, or another 4xx: this fund considers the request itself wrong. */
  | { readonly kind: "refused"; readonly refusal: Refusal; readonly words: string }
  /**
   * 401 or 403, or no credentials to call with. `untried`: the fund has accepted no call with these credentials before,
   * so it refuses the credentials and not this one call.
   */
  | { readonly kind: "credentials"; readonly words: string; readonly untried?: boolean }
  /** 429. `afterMillis` is the wait in Retry-After; null if it is missing, negative or unreadable. */
  | { readonly kind: "rate_limited"; readonly afterMillis: number | null; readonly words: string }
  /**
   * 5xx. `isGateway`: 502 or 504, which a gateway answers when it knows nothing of what the fund behind it did. Any other 5xx
   * promises that nothing was done.
   */
  | { readonly kind: "server_error"; readonly words: string; readonly isGateway?: boolean }
  /** The call failed before any byte of the request left: the fund knows nothing of it. */
  | { readonly kind: "not_sent"; readonly words: string }
  /** The connection was lost after bytes were sent: the fund may have carried out the call, or not. */
  | { readonly kind: "unknown"; readonly words: string }
  /** 2xx with an unusable answer: the fund carried out the call. `words` can be sent to the fund. */
  | { readonly kind: "unreadable"; readonly words: string }
  /** A status that the operation doesn't define, for example a redirect. `words` can be sent to the fund. */
  | { readonly kind: "contract_violation"; readonly words: string }
  /** This service can't make the call in its current state: a profile or a link is wrong. Nothing was sent. */
  | { readonly kind: "fault"; readonly words: string }

export type CallOutcomeKind = CallOutcome<unknown>["kind"]
