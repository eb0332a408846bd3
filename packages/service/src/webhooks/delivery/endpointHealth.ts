import * as Duration from "effect/Duration"

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
 * How a receiver is doing. All moments are milliseconds since 1970 by the database's clock. It is a row, because
 * whichever machine sends to the endpoint goes by it.
 */
export interface EndpointHealth {
  /** Failures since the last success. */
  readonly failuresInRow: number
  readonly recent: ReadonlyArray<Slot>
  /** While the breaker is open: when one delivery may be tried. Null while it is closed. */
  readonly probeAt: number | null
  /** The wait, in milliseconds, that ends then; 0 for a probe that somebody asked for. */
  readonly probeWait: number | null
  /** While a receiver comes back: how many requests it may have at a time. Null: as many as any. */
  readonly inFlight: number | null
  readonly lastSuccessAt: number | null
  /** The first failure since the last success. */
  readonly failingSince: number | null
  /** How many different deliveries have failed since then. */
  readonly failingMessages: number
}

export const HEALTHY: EndpointHealth = {
  failuresInRow: 0,
  recent: [],
  probeAt: null,
  probeWait: null,
  inFlight: null,
  lastSuccessAt: null,
  failingSince: null,
  failingMessages: 0
}

/** A receiver that has taken so many requests at a time is back. */
const LONGEST_RAMP = 32

/** A probe begins when the database says so; this machine may think that it is a moment earlier. */
const TOLERANCE = 500

/** The wait before a probe that was asked for. After a failure the waits begin again with the first. */
export const ASKED_FOR = 0

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
  if (failuresInRow >= breakerRules.failuresInRow) return true
  const attempts = sum(recent, "attempts")
  return attempts >= breakerRules.attempts && sum(recent, "failures") >= attempts * breakerRules.share
}

const afterSuccess = (health: EndpointHealth, symptom: Symptom, isProbe: boolean): EndpointHealth => {
  const success = { failuresInRow: 0, lastSuccessAt: symptom.endedAt, failingSince: null, failingMessages: 0 }
  // The receiver is back: it gets two requests at a time, then four, and so on.
  if (isProbe) return { ...health, ...success, recent: [], probeAt: null, probeWait: null, inFlight: 2 }
  const inFlight = health.inFlight === null ? null : health.inFlight * 2
  return {
    ...health,
    ...success,
    recent: counted(health.recent, symptom),
    inFlight: inFlight === null || inFlight > LONGEST_RAMP ? null : inFlight
  }
}

/** When to try next, and the wait until then; null while the breaker is closed. */
const nextProbe = (health: EndpointHealth, symptom: Symptom, isProbe: boolean, opens: boolean) => {
  const { endedAt, hold } = symptom
  const { probeAt, probeWait } = health
  const first = Duration.toMillis(breakerRules.firstProbe)
  if (probeAt === null || probeWait === null) {
    // What the receiver asks for is a wait like the breaker's: it, too, ends with one delivery.
    if (hold !== null) return { probeAt: endedAt + (opens ? Math.max(hold, first) : hold), probeWait: first }
    return opens ? { probeAt: endedAt + first, probeWait: first } : { probeAt: null, probeWait: null }
  }
  // Sent before the breaker opened, or before the probe was asked for: no news, except for how long to wait.
  if (!isProbe) {
    const wait = probeWait === ASKED_FOR ? SLOT - (endedAt % SLOT) : (hold ?? 0)
    return { probeAt: wait === 0 ? probeAt : Math.max(probeAt, endedAt + wait), probeWait }
  }
  if (hold !== null) return { probeAt: endedAt + hold, probeWait: Math.max(probeWait, first) }
  const wait = Math.min(Math.max(2 * probeWait, first), Duration.toMillis(breakerRules.longestWait))
  return { probeAt: endedAt + wait, probeWait: wait }
}

const afterFailure = (health: EndpointHealth, symptom: Symptom, isProbe: boolean): EndpointHealth => {
  const failuresInRow = health.failuresInRow + 1
  const recent = counted(health.recent, symptom)
  const isNew = symptom.triedAt === null || symptom.triedAt < (health.failingSince ?? symptom.endedAt)
  return {
    ...health,
    ...nextProbe(health, symptom, isProbe, isTooMuch(failuresInRow, recent)),
    failuresInRow,
    recent,
    failingSince: health.failingSince ?? symptom.endedAt,
    failingMessages: health.failingMessages + (isNew ? 1 : 0)
  }
}

/** How an endpoint is doing after one more attempt. */
export const afterAttempt = (health: EndpointHealth, symptom: Symptom): EndpointHealth => {
  const isAskedFor = health.probeWait === ASKED_FOR
  // No tolerance for a probe that was asked for: a failure of a moment before went to the state of a moment before. A
  // success shows that the receiver is back, whenever it began.
  const isDue = health.probeAt !== null && symptom.startedAt >= health.probeAt - (isAskedFor ? 0 : TOLERANCE)
  const isProbe = isDue || (isAskedFor && symptom.delivered)
  return symptom.delivered ? afterSuccess(health, symptom, isProbe) : afterFailure(health, symptom, isProbe)
}
