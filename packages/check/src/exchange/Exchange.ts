import type { RawAnswer, RawCall } from "@embedded-super/pages/content/Message"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

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

/** The id of the check that runs in this fiber. */
export const CurrentCheck = Context.Reference<string | undefined>("conformance/CurrentCheck", {
  defaultValue: () => undefined
})

/**
 * All calls of a run. A kit's caller records each one here, whatever became of it. The engine says which check runs in
 * this fiber, so a caller doesn't need to know it.
 */
export interface Exchanges {
  /** The id of a call that has begun, for those who name it before it ends. */
  readonly begin: () => ExchangeId
  /** Keeps the call, and returns it with its id: the one from `begin`, or a new one. */
  readonly record: (made: Omit<Exchange, "id" | "check">, id?: ExchangeId) => Effect.Effect<Exchange>
  /** All that were recorded, in the order in which they ended. */
  readonly all: () => ReadonlyArray<Exchange>
  readonly find: (id: ExchangeId) => Exchange | undefined
}

export const makeExchanges = (): Exchanges => {
  const kept = new Map<ExchangeId, Exchange>()
  let begun = 0
  const begin = (): ExchangeId => {
    begun += 1
    return `e${begun}`
  }
  return {
    begin,
    record: (made, id = begin()) =>
      Effect.map(CurrentCheck, (check) => {
        const exchange: Exchange = { ...made, id, check }
        kept.set(exchange.id, exchange)
        return exchange
      }),
    all: () => [...kept.values()],
    find: (id) => kept.get(id)
  }
}
