/**
 * A circuit breaker as a value, for whatever this service calls: webhook endpoints and funds. It is kept in a row, since
 * every process goes by it; each caller has its own rule for when it trips, and its own columns beside these.
 *
 * | state   | a call ended with            | then                                                     |
 * | ------- | ---------------------------- | -------------------------------------------------------- |
 * | closed  | success                      | closed; after a hold, twice as many calls at one time    |
 * | closed  | failure that doesn't trip it | closed                                                   |
 * | closed  | failure that trips it        | open, for the first wait                                 |
 * | open    | failure from before it       | open, as it was                                          |
 * | probing | failure                      | open, for twice as long as before, up to the longest     |
 * | probing | success                      | closed, with two calls at one time                       |
 * | any     | Retry-After                  | held that long at least                                  |
 *
 * Why it isn't Effect's: D-breaker. The trap: a call that began before the breaker
 * opened says nothing new, so the caller must know which call was the probe.
 */
export interface Circuit {
  /** No call before this moment, in milliseconds since 1970. Null, or over: none is held. */
  readonly heldUntil: number | null
  /** How often it has opened in a row. Above 0 the next call is a probe. */
  readonly openings: number
  /** After a hold: the most calls at one time. Null: no limit. */
  readonly ramp: number | null
}

/** How long it stays open: the first time, doubled each time up to the longest. Milliseconds. */
export interface BackOff {
  readonly first: number
  readonly longest: number
}

/** From so many calls at one time on, a ramp is over. */
export const RAMP_OVER = 64

const waitOf = (openings: number, { first, longest }: BackOff): number =>
  Math.min(longest, first * 2 ** Math.min(openings - 1, 32))

/** Twice as many calls at one time. */
export const wider = (ramp: number | null): number | null =>
  ramp === null || ramp * 2 >= RAMP_OVER ? null : ramp * 2

/** Held until then at least: a hold is never made shorter. */
export const held = <C extends Circuit>(circuit: C, until: number): C => ({
  ...circuit,
  heldUntil: Math.max(circuit.heldUntil ?? 0, until)
})

/** After a success of a probe, or of any call while it is closed. */
export const succeeded = <C extends Circuit>(circuit: C): C => ({
  ...circuit,
  openings: 0,
  ramp: wider(circuit.ramp)
})

/** After a failure. `trips`: the rule of the caller finds that it has failed too often. The same value if it stays as it is. */
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
