import * as Duration from "effect/Duration"
import { type Circuit, failed, held, succeeded, wider } from "../../platform/egress/breaker.ts"

/** When the breaker of an endpoint opens, and how it tries whether its receiver is back. */
export const breakerRules = {
  /** Opens after so many failures without a success between them, */
  failuresInRow: 5,
  /** or when of at least so many attempts within this time this share failed. */
  attempts: 20,
  within: Duration.minutes(1),
  share: 0.5,
  /** While it is open, one delivery is tried after so long, then after twice as long, up to the longest wait. */
  firstProbe: Duration.seconds(30),
  longestWait: Duration.minutes(15)
} as const

/** The attempts of a few seconds, of which the last minute's tell the share of failures. */
interface Slot {
  /** Milliseconds since 1970 at which it begins. */
  readonly at: number
  readonly attempts: number
  readonly failures: number
}

/** How long a slot of `recent` is. A probe that is asked for waits for the end of the slot of the last attempt. */
export const SLOT = Duration.toMillis(Duration.seconds(5))

/**
 * How a receiver is doing. All moments are milliseconds since 1970 by the database's clock. `heldUntil` is null while the
 * breaker is closed; otherwise one delivery may be tried then. With no `openings`, that probe was asked for.
 */
export interface EndpointHealth extends Circuit {
  /** Failures since the last success. */
  readonly failuresInRow: number
  readonly recent: ReadonlyArray<Slot>
  readonly lastSuccessAt: number | null
  /** The first failure since the last success. */
  readonly failingSince: number | null
  /** How many different deliveries have failed since then. */
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

/** A probe begins when the database says so; this machine may think that it is a moment earlier. */
const TOLERANCE = 500

/** What an attempt says about the receiver. */
export interface Symptom {
  readonly delivered: boolean
  /** How long the receiver asked not to be called, in milliseconds; null if it didn't. */
  readonly hold: number | null
  readonly startedAt: number
  readonly endedAt: number
  /** When the same delivery was last tried before; null if never. */
  readonly triedAt: number | null
}

const counted = (recent: ReadonlyArray<Slot>, { delivered, endedAt }: Symptom): ReadonlyArray<Slot> => {
  const at = Math.floor(endedAt / SLOT) * SLOT
  const failures = delivered ? 0 : 1
  const last = recent.at(-1)
  if (last?.at === at) {
    return [...recent.slice(0, -1), { at, attempts: last.attempts + 1, failures: last.failures + failures }]
  }
  const oldest = endedAt - Duration.toMillis(breakerRules.within)
  return [...recent.filter((slot) => slot.at > oldest), { at, attempts: 1, failures }]
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

const isAskedFor = ({ heldUntil, openings }: Circuit) => heldUntil !== null && openings === 0

const afterSuccess = (health: EndpointHealth, symptom: Symptom, isProbe: boolean): EndpointHealth => {
  const success = { failuresInRow: 0, lastSuccessAt: symptom.endedAt, failingSince: null, failingMessages: 0 }
  return isProbe
    ? { ...succeeded({ ...health, ramp: 1 }), ...success, recent: [], heldUntil: null }
    : { ...health, ...success, recent: counted(health.recent, symptom), ramp: wider(health.ramp) }
}

/** When to try next: the breaker's wait, or the one that the receiver asks for. That, too, ends with one delivery. */
const afterFailedCall = (health: EndpointHealth, symptom: Symptom, isProbe: boolean): EndpointHealth => {
  const { endedAt: now, hold } = symptom
  const trips = isProbe || isTooMuch(health.failuresInRow, health.recent)
  if (health.heldUntil === null) {
    const opened = failed(health, { now, isProbe, trips, backOff })
    return hold === null ? opened : held({ ...opened, openings: 1 }, now + hold)
  }
  // Sent before the breaker opened, or before the probe was asked for: no news, except for how long to wait.
  if (!isProbe) {
    if (isAskedFor(health)) return held(health, now + SLOT - (now % SLOT))
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

/** How an endpoint is doing after one more attempt. */
export const afterAttempt = (health: EndpointHealth, symptom: Symptom): EndpointHealth => {
  // No tolerance for a probe that was asked for: a failure of a moment before went to the state of a moment before. A
  // success shows that the receiver is back, whenever it began.
  const tolerance = isAskedFor(health) ? 0 : TOLERANCE
  const isDue = health.heldUntil !== null && symptom.startedAt >= health.heldUntil - tolerance
  const isProbe = isDue || (isAskedFor(health) && symptom.delivered)
  return symptom.delivered ? afterSuccess(health, symptom, isProbe) : afterFailure(health, symptom, isProbe)
}
