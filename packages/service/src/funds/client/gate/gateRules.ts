import type { FundLimits } from "@embedded-super/contracts/schemas"
import type { CallOutcome } from "../CallOutcome.ts"

/** Why a fund isn't called for a while. */
export type HeldBecause = "failing" | "rate_limited" | "quota" | "busy"

/** What is known of a fund over all machines. Times are milliseconds by the database's clock. */
export interface Gate {
  readonly heldUntil: number | null
  readonly because: HeldBecause | null
  readonly windowFrom: number
  readonly calls: number
  readonly failures: number
  /** How often in a row the breaker opened; above 0 the next call is a probe. */
  readonly openings: number
  /** Answers 429 in a row. */
  readonly limited: number
  /** The highest version of the credentials that the fund has let in. */
  readonly proven: number
  readonly quotaFullAt: number
}

export const freshGate = (now: number): Gate => ({
  heldUntil: null,
  because: null,
  windowFrom: now,
  calls: 0,
  failures: 0,
  openings: 0,
  limited: 0,
  proven: 0,
  quotaFullAt: now
})

/** The breaker (reliability 3): opens when half of ten or more calls in 30 seconds failed. Milliseconds. */
export const BREAKER = {
  window: 30_000,
  calls: 10,
  share: 0.5,
  /** Ten calls that all failed are judged at once; a mixture when it has lasted this long, lest a bad start decides. */
  settled: 5000,
  /** The first opening, doubled each time that the probe fails. */
  first: 5000,
  longest: 60_000
} as const

/** From this many answers 429 in a row it is the fund that is to be left alone, not one call. */
const LIMITED_IN_A_ROW = 2

/** A fund as a whole is left alone for an hour at most; what asks for longer is the single call's to wait for. */
const LONGEST_HOLD = 3_600_000

/** Where a 429 states nothing. */
const UNSTATED_SECONDS = 60

/** Calls at once that a quota by the minute allows. */
const BURST = 10

/** Until somebody may look again whether a fund that takes no more calls at one time does. */
const BUSY = 200

/** Whether a call may be made. */
export type Admission =
  | { readonly admitted: true; readonly probes: boolean; readonly gate: Gate }
  | { readonly admitted: false; readonly gate: Gate }

const hold = (gate: Gate, heldUntil: number, because: HeldBecause): Gate => ({ ...gate, heldUntil, because })

/**
 * Asks to make one call. `underWay` are the calls that are made now; while one of them probes, it is asked in vain by
 * whoever calls this (see `FundGates`).
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
  if (gate.heldUntil !== null && gate.heldUntil > now) return { admitted: false, gate }
  const { concurrent_requests, requests_per_minute } = limits
  if (concurrent_requests !== undefined && underWay >= concurrent_requests) {
    return { admitted: false, gate: hold(gate, now + BUSY, "busy") }
  }
  const free: Gate = { ...gate, heldUntil: null, because: null }
  const probes = gate.openings > 0 || version > gate.proven
  if (requests_per_minute === undefined) return { admitted: true, probes, gate: free }
  const one = 60_000 / requests_per_minute
  const burst = Math.min(BURST, requests_per_minute)
  const fullAt = Math.max(gate.quotaFullAt, now)
  const opensAt = fullAt - (burst - 1) * one
  if (opensAt > now) return { admitted: false, gate: hold(gate, Math.ceil(opensAt), "quota") }
  return { admitted: true, probes, gate: { ...free, quotaFullAt: fullAt + one } }
}

const FAILURES: ReadonlySet<string> = new Set(["server_error", "unknown", "not_sent"])
const LET_IN: ReadonlySet<string> = new Set(["accepted", "refused", "contract_violation"])

const counted = (gate: Gate, isFailure: boolean, now: number): Gate => {
  const isOver = now - gate.windowFrom > BREAKER.window
  const { calls, failures, windowFrom } = isOver ? { calls: 0, failures: 0, windowFrom: now } : gate
  return { ...gate, windowFrom, calls: calls + 1, failures: failures + (isFailure ? 1 : 0) }
}

const isFailing = ({ calls, failures, windowFrom }: Gate, now: number): boolean =>
  calls >= BREAKER.calls &&
  (failures === calls || (failures >= calls * BREAKER.share && now - windowFrom >= BREAKER.settled))

const opened = (gate: Gate, now: number): Gate => {
  const openings = gate.openings + 1
  const wait = Math.min(BREAKER.longest, BREAKER.first * 2 ** (openings - 1))
  return { ...hold(gate, now + wait, "failing"), openings, windowFrom: now, calls: 0, failures: 0 }
}

/** What a call that has ended tells about its fund. */
export const leave = (
  before: Gate,
  outcome: CallOutcome<unknown>,
  {
    now,
    probes = false,
    version
  }: { readonly now: number; readonly probes?: boolean; readonly version: number }
): Gate => {
  // Somebody who was turned away for want of room may come in now.
  const gate: Gate = before.because === "busy" ? { ...before, heldUntil: null, because: null } : before
  if (LET_IN.has(outcome.kind)) {
    const fine = counted(gate, false, now)
    return { ...fine, openings: 0, limited: 0, proven: Math.max(gate.proven, version) }
  }
  if (outcome.kind === "rate_limited") {
    const limited = gate.limited + 1
    if (limited < LIMITED_IN_A_ROW) return { ...gate, limited }
    const until = now + Math.min(LONGEST_HOLD, (outcome.seconds ?? UNSTATED_SECONDS) * 1000)
    return { ...hold(gate, Math.max(until, gate.heldUntil ?? 0), "rate_limited"), limited }
  }
  if (!FAILURES.has(outcome.kind)) return gate
  const failed = counted({ ...gate, limited: 0 }, true, now)
  // What was under way when it opened says nothing new: only the probe's failure makes the wait longer.
  if (gate.openings > 0) return probes ? opened(failed, now) : gate
  return isFailing(failed, now) ? opened(failed, now) : failed
}
