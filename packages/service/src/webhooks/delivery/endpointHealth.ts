import * as Duration from "effect/Duration"
import { type Circuit, failed, held, succeeded, wider } from "../../platform/egress/breaker.ts"

/** When an endpoint's breaker opens, and how it probes whether the receiver has recovered. */
export const breakerRules = {
  /** Opens after this many consecutive failures, */
  failuresInRow: 5,
  /** or if this share of at least this many attempts within this time failed. */
  attempts: 20,
  within: Duration.minutes(1),
  share: 0.5,
  /**
   * While the breaker is open, one delivery is tried after this long, then after twice as long, up to the longest wait.
   */
  firstProbe: Duration.seconds(30),
  longestWait: Duration.minutes(15)
} as const

/** The attempts of a few seconds. The slots of the last minute give the share of failures. */
interface Slot {
  /** Start in milliseconds since 1970: the end of its first attempt. */
  readonly at: number
  readonly attempts: number
  readonly failures: number
}

/**
 * Length of a slot of `recent`. A requested probe waits for the end of the last slot. That slot began with the probe
 * before, so two of them are never closer.
 */
export const SLOT = Duration.toMillis(Duration.seconds(5))

/**
 * The health of a receiver. All times are milliseconds since 1970 by the database's clock. `heldUntil` is null while
 * the breaker is closed; otherwise one delivery may be tried then. With no `openings`, that probe was requested.
 */
export interface EndpointHealth extends Circuit {
  /** Failures since the last success. */
  readonly failuresInRow: number
  readonly recent: ReadonlyArray<Slot>
  readonly lastSuccessAt: number | null
  /** Time of the first failure since the last success. */
  readonly failingSince: number | null
  /** Number of different deliveries that have failed since then. */
  readonly failingMessages: number
}

export const HEALTHY: EndpointHealth = {
  failuresInRow: 0,
  recent: [],
  heldUntil: null,
  openings: 0,
  ramp: null,
  lastSuccessAt: null,
  failingSince: null,
  failingMessages: 0
}

/** A probe begins by the database's clock; this machine's clock may be slightly behind it. */
const TOLERANCE = 500

/** An attempt's evidence about the receiver. */
export interface Symptom {
  readonly delivered: boolean
  /** Milliseconds for which the receiver asked not to be called; null if it didn't ask. */
  readonly hold: number | null
  readonly startedAt: number
  readonly endedAt: number
  /** Time of the same delivery's previous attempt; null if there is none. */
  readonly triedAt: number | null
}

const counted = (recent: ReadonlyArray<Slot>, { delivered, endedAt }: Symptom): ReadonlyArray<Slot> => {
  const failures = delivered ? 0 : 1
  const last = recent.at(-1)
  if (last !== undefined && Math.abs(endedAt - last.at) < SLOT) {
    const more = { at: last.at, attempts: last.attempts + 1, failures: last.failures + failures }
    return [...recent.slice(0, -1), more]
  }
  const oldest = endedAt - Duration.toMillis(breakerRules.within)
  return [...recent.filter((slot) => slot.at > oldest), { at: Math.ceil(endedAt), attempts: 1, failures }]
}

const sum = (recent: ReadonlyArray<Slot>, of: "attempts" | "failures") =>
  recent.reduce((total, slot) => total + slot[of], 0)

const isTooMuch = (failuresInRow: number, recent: ReadonlyArray<Slot>) => {
  // mutant (endpointHealth): the breaker opens after five failures in a row: `failuresInRow >= breakerRules.failuresInRow` -> `failuresInRow < 0`
  if (failuresInRow >= breakerRules.failuresInRow) return true
  const attempts = sum(recent, "attempts")
  return attempts >= breakerRules.attempts && sum(recent, "failures") >= attempts * breakerRules.share
}

const backOff = {
  first: Duration.toMillis(breakerRules.firstProbe),
  longest: Duration.toMillis(breakerRules.longestWait)
}

const isRequested = ({ heldUntil, openings }: Circuit) => heldUntil !== null && openings === 0

const afterSuccess = (health: EndpointHealth, symptom: Symptom, isProbe: boolean): EndpointHealth => {
  const success = { failuresInRow: 0, lastSuccessAt: symptom.endedAt, failingSince: null, failingMessages: 0 }
  return isProbe
    ? { ...succeeded({ ...health, ramp: 1 }), ...success, recent: [], heldUntil: null }
    : { ...health, ...success, recent: counted(health.recent, symptom), ramp: wider(health.ramp) }
}

/** Sets the next attempt's time: after the breaker's wait, or after the receiver's. Either wait ends with one probe. */
const afterFailedCall = (health: EndpointHealth, symptom: Symptom, isProbe: boolean): EndpointHealth => {
  const { endedAt: now, hold } = symptom
  const trips = isProbe || isTooMuch(health.failuresInRow, health.recent)
  if (health.heldUntil === null) {
    const opened = failed(health, { now, isProbe, trips, backOff })
    return hold === null ? opened : held({ ...opened, openings: 1 }, now + hold)
  }
  // Sent before the breaker opened, or before the probe was requested: no new evidence, except for the requested wait.
  if (!isProbe) {
    if (isRequested(health)) return held(health, (health.recent.at(-1)?.at ?? now) + SLOT)
    return hold === null ? health : held(health, now + hold)
  }
  if (hold === null) return failed(health, { now, isProbe, trips, backOff })
  return held({ ...health, openings: Math.max(health.openings, 1) }, now + hold)
}

const afterFailure = (health: EndpointHealth, symptom: Symptom, isProbe: boolean): EndpointHealth => {
  const isNew = symptom.triedAt === null || symptom.triedAt < (health.failingSince ?? symptom.endedAt)
  const after: EndpointHealth = {
    ...health,
    failuresInRow: health.failuresInRow + 1,
    recent: counted(health.recent, symptom),
    failingSince: health.failingSince ?? symptom.endedAt,
    failingMessages: health.failingMessages + (isNew ? 1 : 0)
  }
  return afterFailedCall(after, symptom, isProbe)
}

/** The endpoint's health after one more attempt. */
export const afterAttempt = (health: EndpointHealth, symptom: Symptom): EndpointHealth => {
  // A requested probe has no tolerance: a failure that began a moment before belongs to the earlier state. A success
  // shows that the receiver has recovered, no matter when it began.
  const tolerance = isRequested(health) ? 0 : TOLERANCE
  const isDue = health.heldUntil !== null && symptom.startedAt >= health.heldUntil - tolerance
  const isProbe = isDue || (isRequested(health) && symptom.delivered)
  return symptom.delivered ? afterSuccess(health, symptom, isProbe) : afterFailure(health, symptom, isProbe)
}
