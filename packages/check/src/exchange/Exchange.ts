import type { RawAnswer, RawCall } from "@embedded-super/pages/content/Message"

/** Names one call of a run: `e1`, `e2` and so on. */
export type ExchangeId = `e${number}`

/** One call as it was made, unmasked: it is kept in memory only. */
export interface Exchange {
  readonly id: ExchangeId
  /** The id of the check that made it; undefined for a call that prepared the run. */
  readonly check: string | undefined
  /** The operation of the contract; undefined for a call of another kind. */
  readonly operation: string | undefined
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** Milliseconds until the whole answer was there, or until the failure. */
  readonly took: number
  readonly call: RawCall
  /** The command that makes it again, where curl can't. */
  readonly command?: string
  readonly answer: RawAnswer | undefined
  /** Why there was no whole answer, a word such as `timed_out`; undefined if there was one. */
  readonly failure: string | undefined
}
