import type { FundLimits } from "@embedded-super/contracts/schemas"
import * as Duration from "effect/Duration"
import { type BackOff, type Circuit, failed, succeeded } from "../../../platform/egress/breaker.ts"
import type { CallOutcome } from "@embedded-super/rules/calls/CallOutcome"

/** Why a fund isn't called for a while. */
export type HeldBecause = "failing" | "unreachable" | "rate_limited" | "quota" | "busy" | "operator"

/** The state of a fund across all machines. Times are milliseconds by the fund's clock in the database. */
export interface Gate extends Circuit {
  readonly because: HeldBecause | null
  /** The error of the last call that failed, in words that may be sent to the fund; null once the fund has let a call in. */
  readonly found: string | null
  readonly windowFrom: number
  readonly calls: number
  readonly failures: number
  /** The highest version of the credentials that the fund has let in. */
  readonly proven: number
  readonly quotaFullAt: number
}

export const freshGate = (now: number): Gate => ({
  heldUntil: null,
  because: null,
  found: null,
  windowFrom: now,
  calls: 0,
  failures: 0,
  openings: 0,
  ramp: null,
  proven: 0,
  quotaFullAt: now
})

/** The breaker opens when half of ten or more calls in 30 seconds failed. Milliseconds. */
export const BREAKER = {
  window: 30_000,
  calls: 10,
  share: 0.5,
  /** Ten calls that all failed open it at once; a mixture only after this time, so that a bad start doesn't decide. */
  settled: 5000
} as const

/** How long the breaker stays open: `first` at the start, doubled after each failed probe, up to `longest`. */
export const OPEN_FOR = {
  /** Calls that the fund failed to answer. */
  failing: { first: 5000, longest: 60_000 },
  /** Calls that never reached the fund (DNS, connect, TLS): they cost nothing, so the first one opens the breaker. */
  unreachable: { first: 1000, longest: Duration.toMillis("1 hour") }
} as const satisfies Readonly<Record<string, BackOff>>

/** The hold after a 429 whose Retry-After is missing, negative or unreadable. Milliseconds. */
const UNSTATED = 60_000

/** The shortest hold after a 429, even if the fund states 0: a fund that limits calls isn't called without a pause. */
const SHORTEST_HOLD = 1000

/** How long a 429 holds the fund, in milliseconds: the stated time, or `UNSTATED`. */
export const holdOf = (afterMillis: number | null): number => Math.max(SHORTEST_HOLD, afterMillis ?? UNSTATED)

/** The number of concurrent calls that a quota by the minute allows. */
export const BURST = 10

/** Wait before re-checking a fund that is at its concurrency limit. */
const BUSY = 200

/** Whether a call may be made; if not, the time after which to ask again. */
export type Admission =
  | { readonly admitted: true; readonly probes: boolean; readonly gate: Gate }
  | { readonly admitted: false; readonly until: number; readonly gate: Gate }

const hold = (gate: Gate, heldUntil: number, because: HeldBecause): Gate => ({ ...gate, heldUntil, because })

const refused = (gate: Gate): Admission => ({ admitted: false, until: gate.heldUntil ?? 0, gate })

/** A quota by the minute, in milliseconds: the time for one call, and the lead that a burst of calls may have. */
export const quotaOf = ({ requests_per_minute }: FundLimits) => {
  if (requests_per_minute === undefined) return undefined
  const one = 60_000 / requests_per_minute
  return { one, ahead: (Math.min(BURST, requests_per_minute) - 1) * one }
}

const ENDS_IN_RAMP: ReadonlySet<HeldBecause | null> = new Set([
  "failing",
  "unreachable",
  "rate_limited",
  "operator"
])

/** The concurrency limit; undefined if there is none. */
const widthOf = ({ ramp }: Gate, { concurrent_requests }: FundLimits): number | undefined =>
  ramp === null ? concurrent_requests : Math.min(ramp, concurrent_requests ?? ramp)

/**
 * Asks to make one call. `underWay` is the number of calls under way. While a probe runs, `FundGates` refuses all other
 * calls before it calls this.
 */
export const enter = (
  gate: Gate,
  {
    limits = {},
    now,
    underWay,
    version
  }: {
    readonly limits?: FundLimits | undefined
    readonly now: number
    readonly underWay: number
    readonly version: number
  }
): Admission => {
  if (gate.heldUntil !== null && gate.heldUntil > now) return refused(gate)
  const ramp = ENDS_IN_RAMP.has(gate.because) ? 1 : gate.ramp
  const free: Gate = { ...gate, heldUntil: null, because: null, ramp }
  const width = widthOf(free, limits)
  if (width !== undefined && underWay >= width) return refused(hold(free, now + BUSY, "busy"))
  const quota = quotaOf(limits)
  const probes = gate.openings > 0 || version > gate.proven
  if (quota === undefined) return { admitted: true, probes, gate: free }
  const fullAt = Math.max(gate.quotaFullAt, now)
  const opensAt = fullAt - quota.ahead
  if (opensAt > now) return refused(hold(free, Math.ceil(opensAt), "quota"))
  return { admitted: true, probes, gate: { ...free, quotaFullAt: fullAt + quota.one } }
}

/**
 * The gate while an operator holds its fund. The operator's newest hold counts, also if it is shorter. Another hold that
 * ends later, such as one after a 429, keeps its end.
 */
export const holdByOperator = (gate: Gate, until: number): Gate =>
  hold(gate, gate.because === "operator" ? until : Math.max(gate.heldUntil ?? 0, until), "operator")

const FAILURES: ReadonlySet<string> = new Set(["server_error", "unknown", "not_sent"])
/** The fund let the call in: it answered as a fund that works and knows its caller. */
export const LET_IN: ReadonlySet<string> = new Set([
  "accepted",
  "unreadable",
  "refused",
  "contract_violation"
])

const counted = (gate: Gate, isFailure: boolean, now: number): Gate => {
  const isOver = now - gate.windowFrom > BREAKER.window
  const { calls, failures, windowFrom } = isOver ? { calls: 0, failures: 0, windowFrom: now } : gate
  return { ...gate, windowFrom, calls: calls + 1, failures: failures + (isFailure ? 1 : 0) }
}

const isFailing = ({ calls, failures, windowFrom }: Gate, now: number): boolean =>
  calls >= BREAKER.calls &&
  (failures === calls || (failures >= calls * BREAKER.share && now - windowFrom >= BREAKER.settled))

/** The gate after a call has ended. */
export const leave = (
  before: Gate,
  outcome: CallOutcome<unknown>,
  {
    now,
    probes = false,
    version
  }: { readonly now: number; readonly probes?: boolean; readonly version: number }
): Gate => {
  // The call that ends frees a slot for another one.
  const gate: Gate = before.because === "busy" ? { ...before, heldUntil: null, because: null } : before
  if (LET_IN.has(outcome.kind)) {
    return {
      ...succeeded(counted(gate, false, now)),
      found: null,
      proven: Math.max(gate.proven, version)
    }
  }
  if (outcome.kind === "rate_limited") {
    const until = now + holdOf(outcome.afterMillis)
    // The fund answered, so it no longer fails. A ramp begins again when the hold ends.
    const answered: Gate = { ...gate, found: null, openings: 0, ramp: null }
    return until > (gate.heldUntil ?? 0) ? hold(answered, until, "rate_limited") : answered
  }
  if (!FAILURES.has(outcome.kind)) return gate
  const because = outcome.kind === "not_sent" ? "unreachable" : "failing"
  const failure = counted(gate, true, now)
  const trips = because === "unreachable" || isFailing(failure, now)
  const after = failed(failure, { now, isProbe: probes, trips, backOff: OPEN_FOR[because] })
  const found = outcome.words ?? null
  if (after === failure) return { ...(gate.openings > 0 ? gate : failure), found }
  const isLonger = after.heldUntil !== gate.heldUntil
  return {
    ...after,
    because: isLonger ? because : gate.because,
    found,
    windowFrom: now,
    calls: 0,
    failures: 0
  }
}
