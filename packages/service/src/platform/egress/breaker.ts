/**
 * A circuit breaker as a value, for webhook endpoints and funds. It is stored in a row, because every process obeys it;
 * each caller has its own rule for tripping, and its own columns beside these.
 *
 * | state   | a call ended with            | then                                                     |
 * | ------- | ---------------------------- | -------------------------------------------------------- |
 * | closed  | success                      | closed; after a hold, twice as many calls at one time    |
 * | closed  | failure that doesn't trip it | closed                                                   |
 * | closed  | failure that trips it        | open, for the first wait                                 |
 * | open    | failure from before it       | open, unchanged                                          |
 * | probing | failure                      | open, for twice as long as before, up to the longest     |
 * | probing | success                      | closed, with two calls at one time                       |
 * | any     | Retry-After                  | held at least that long                                  |
 *
 * Why it isn't Effect's: D-breaker. The trap: a call that began before the breaker opened is no new evidence, so the
 * caller must know which call was the probe.
 */
export interface Circuit {
  /** No calls before this time, in milliseconds since 1970. Null or in the past: no hold. */
  readonly heldUntil: number | null
  /** Consecutive openings. Above 0 the next call is a probe. */
  readonly openings: number
  /** Maximum number of concurrent calls after a hold. Null: no limit. */
  readonly ramp: number | null
}

/** How long the breaker stays open: `first`, doubled each time up to `longest`. Milliseconds. */
export interface BackOff {
  readonly first: number
  readonly longest: number
}

/** A ramp ends when it allows this many concurrent calls. */
export const RAMP_OVER = 64

const waitOf = (openings: number, { first, longest }: BackOff): number =>
  Math.min(longest, first * 2 ** Math.min(openings - 1, 32))

/** Doubles the allowed concurrent calls. */
export const wider = (ramp: number | null): number | null =>
  ramp === null || ramp * 2 >= RAMP_OVER ? null : ramp * 2

/** Holds calls at least until then: a hold is never shortened. */
export const held = <C extends Circuit>(circuit: C, until: number): C => ({
  ...circuit,
  heldUntil: Math.max(circuit.heldUntil ?? 0, until)
})

/** The state after a success of a probe, or of any call while the breaker is closed. */
export const succeeded = <C extends Circuit>(circuit: C): C => ({
  ...circuit,
  openings: 0,
  ramp: wider(circuit.ramp)
})

/**
 * The state after a failure. `trips`: by the caller's rule it has failed too often. Returns the same value if nothing
 * changes.
 */
export const failed = <C extends Circuit>(
  circuit: C,
  call: {
    readonly now: number
    readonly isProbe: boolean
    readonly trips: boolean
    readonly backOff: BackOff
  }
): C => {
  const opens = circuit.openings > 0 ? call.isProbe : call.trips
  if (!opens) return circuit
  const openings = circuit.openings + 1
  return held({ ...circuit, openings, ramp: null }, call.now + waitOf(openings, call.backOff))
}
