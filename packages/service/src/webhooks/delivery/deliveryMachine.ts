import * as Duration from "effect/Duration"
import { type Claim, START } from "./deliverySequences.ts"
import {
  isBreakerOpen,
  isEmpty,
  isOutdated,
  isShort,
  type Made,
  type Message,
  mostUnwritten,
  type State,
  type Step
} from "./deliveryState.ts"
import {
  countedOn,
  isWorthAWrite,
  settle,
  stale,
  write,
  writeApart,
  writeFirst,
  writeOrGather
} from "./deliveryWrites.ts"
import type { Release } from "./EndpointLeaseRepo.ts"

/**
 * The work of one worker on one endpoint while it holds the lease: (state, message) -> (state, commands).
 * `EndpointDelivery` runs the commands and passes in the messages; nothing here waits, reads a clock or makes a call.
 *
 * Why a machine: claiming, sending, writing and renewing overlap, and each depends on the state of the other three. The
 * life of a delivery is: claimed -> waiting -> in flight -> unwritten -> written, or returned to the table.
 *
 * The traps: an entity's next delivery begins only after the previous one is written; otherwise a crash would send the
 * previous one again after a later one. An entity that was written since a claim began may still be due in that claim's
 * result, but no longer is.
 */

/** Runs steps one after another. */
const steps = (state: State, ...all: ReadonlyArray<(state: State) => Step>): Step =>
  all.reduce<Step>(
    ([before, commands], next) => {
      const [after, more] = next(before)
      return [after, more.length === 0 ? commands : [...commands, ...more]]
    },
    [state, []]
  )

/** Assigns free slots to waiting deliveries. */
const fill =
  (isLeased: boolean) =>
  (state: State): Step => {
    const { health, inFlight, settings, unwritten, waiting } = state
    // sample mutant (deliveryMachine, deliveryMachineRandom): nothing begins without the lease: drop `|| !isLeased`
    if (waiting.length === 0 || state.isStopped || state.isEnding || !isLeased) return [state, []]
    const ramp = health.ramp ?? Infinity
    const slots = Math.min(
      settings.requestsPerEndpoint - inFlight,
      ramp - inFlight,
      mostUnwritten(state) - unwritten,
      ramp - unwritten,
      waiting.length
    )
    if (slots <= 0) return [state, []]
    return [
      { ...state, inFlight: inFlight + slots, unwritten: unwritten + slots, waiting: waiting.slice(slots) },
      waiting.slice(0, slots).map((delivery) => ({ kind: "begin", delivery }))
    ]
  }

/** Returns waiting deliveries to the table, and all deliveries behind those that are in flight or unwritten. */
const giveBack = (state: State): State => {
  const waiting = new Set(state.waiting.map(({ entityId }) => entityId))
  const begun = [...state.entities].filter(([entityId]) => !waiting.has(entityId))
  return {
    ...state,
    waiting: [],
    // mutant (deliveryMachine, deliveryMachineRandom): what comes after something in flight is given back: `begun.map(([entityId]) => [entityId, []])` -> `begun`
    entities: new Map(begun.map(([entityId]) => [entityId, []])),
    settled: [...state.settled, ...waiting]
  }
}

/** Sends nothing more until everything held here is written. */
const stop = (state: State): State => ({ ...giveBack(state), isStopped: true })

const written = (
  state: State,
  { token, version }: { readonly token: string; readonly version: number },
  isLeased: boolean
): Step => {
  const [batch = [], ...others] = state.write?.batches ?? []
  const rest = state.write && { ...state.write, batches: others, isStripped: false }
  const after = settle(
    { ...state, token, seenVersion: version, write: others.length > 0 ? rest : undefined },
    batch
  )
  return steps(
    after,
    // The endpoint was moved or paused, or has another secret: nothing more is sent with the old data.
    (now) => (isOutdated(now) ? [stop(now), [{ kind: "renew" }]] : [now, []]),
    (now) => (others.length > 0 ? writeFirst(now) : isWorthAWrite(now) ? write(now) : writeOrGather(now)),
    (now) => [now, [{ kind: "fill later" }]],
    (now) => (isShort(now) ? afterWrite(isLeased)(now) : [now, []]),
    drained
  )
}

/**
 * Claims again, unless the last claim took every due delivery and the lease is kept for a while: a new delivery then wakes
 * this worker.
 */
const afterWrite =
  (isLeased: boolean) =>
  (state: State): Step => {
    const isComplete = !state.hasPassedOver && state.position === START && !state.isStopped
    // mutant (deliveryMachine, deliveryMachineRandom): what a claim passed over is claimed after the write: `!isComplete || !lingers(state)` -> `!lingers(state)`
    if (!isComplete || !lingers(state) || state.unusable !== undefined) return look(isLeased)(state)
    return isEmpty(state) && state.asks === "nothing" ? releaseOrWait(state) : [state, []]
  }

const drained = (state: State): Step => [state, state.isEnding && isEmpty(state) ? [{ kind: "drained" }] : []]

/**
 * Whether a recorded delivery could begin now. While deliveries wait for a slot and none is written, it couldn't: each claim
 * would read all the waiting ones again, at a receiver that hangs with every event. The timer's look still claims.
 */
const canBegin = ({ settled, waiting }: State) => waiting.length === 0 || settled.length > 0

const woken = (state: State, isLeased: boolean): Step => {
  // Set even if a look follows, because the look claims nothing while every slot is in use.
  const noted: State = { ...state, hasPassedOver: true }
  return state.asks !== "nothing" || canBegin(state) ? look(isLeased)(noted) : [noted, []]
}

/** Decides whether to claim more, to release the lease, or to wait. */
const look =
  (isLeased: boolean) =>
  (state: State): Step => {
    if (state.isEnding || state.isOver) return [state, []]
    if (state.asks !== "nothing") return [{ ...state, lookAgain: true }, []]
    if (isEmpty(state) && state.unusable !== undefined) {
      return [{ ...state, isOver: true }, [{ kind: "fail", error: state.unusable }]]
    }
    // The reason for the stop is written by now, and the next claim observes it.
    const isStopped = isEmpty(state) ? isOutdated(state) : state.isStopped
    const position = isStopped ? START : state.position
    return steps({ ...state, isStopped, position, lookAgain: false }, fill(isLeased), (now) => {
      const probes = isBreakerOpen(now) && !isEmpty(now)
      if (now.isStopped || probes || !isShort(now) || !isLeased) return releaseOrWait(now)
      const claiming: State = { ...now, asks: "claim", settled: [], hasPassedOver: false }
      return [claiming, [{ kind: "claim", after: now.position }]]
    })
  }

/** Whether the lease is kept although nothing is left to send: the next delivery then takes two statements. */
const lingers = (state: State) =>
  !state.isStopped && !isBreakerOpen(state) && Duration.isLessThan(state.lingered, state.settings.lingerFor)

const releaseOrWait = (state: State): Step => {
  const { lingered, lookIn, settings } = state
  if (!isEmpty(state) || state.position !== START) return [state, [{ kind: "look later", after: lookIn }]]
  if (!lingers(state)) return [{ ...state, asks: "release" }, [{ kind: "release" }]]
  const left = Duration.subtract(settings.lingerFor, lingered)
  const after = settings.isNotified ? left : Duration.min(lookIn, left)
  return [{ ...state, lingered: Duration.sum(lingered, after) }, [{ kind: "look later", after }]]
}

/** The endpoint was moved or has another secret: claimed deliveries wait until the new data is read. */
const outdated = (state: State, version: number): Step => [
  stop({ ...state, asks: "nothing", seenVersion: version }),
  [{ kind: "renew" }, { kind: "look later", after: state.lookIn }]
]

const claimed = (state: State, { next, sequences, version }: Claim, isLeased: boolean): Step => {
  if (state.isEnding) return [{ ...state, asks: "nothing" }, []]
  // While deliveries are held here, their write notices the change.
  // mutant (deliveryMachine, EndpointLease): what is claimed of a changed endpoint waits for the new data: `version > state.seenVersion` -> `false`
  const isChanged = isEmpty(state) && version !== undefined && version > state.seenVersion
  if (isChanged) return outdated(state, version)
  const settled = new Set(state.settled)
  // mutant (deliveryMachine, deliveryMachineRandom): what was written since the claim began isn't sent again: drop `&& !settled.has(entityId)`
  const free = sequences.filter(([{ entityId }]) => !state.entities.has(entityId) && !settled.has(entityId))
  const isProbe = isBreakerOpen(state)
  const [oldest] = free
  // While the breaker is open, only the oldest delivery is tried: its attempt shows whether the receiver has recovered.
  // mutant (deliveryMachine, deliveryMachineRandom, breaker): while the breaker is open one delivery is tried: `!isProbe ? free` -> `true ? free`
  const offered = state.isStopped ? [] : !isProbe ? free : oldest === undefined ? [] : [[oldest[0]] as const]
  const { lookAtLeastEvery, lookEvery } = state.settings
  const longer = Duration.min(Duration.times(state.lookIn, 2), lookAtLeastEvery)
  const taken: State = {
    ...state,
    asks: "nothing",
    entities: new Map([
      ...state.entities,
      ...offered.map(([{ entityId }, ...rest]) => [entityId, rest] as const)
    ]),
    waiting: [...state.waiting, ...offered.map(([first]) => first)],
    lookIn: offered.length > 0 ? lookEvery : longer,
    lingered: offered.length > 0 ? Duration.zero : state.lingered,
    hasPassedOver: isProbe || state.isStopped || state.lookAgain || offered.length < sequences.length,
    position: (isProbe ? undefined : next) ?? START
  }
  return steps(taken, fill(isLeased), (now) => {
    if (isEmpty(now) && now.position === START) {
      // A delivery that was written since the claim began may have made the next one due.
      const isStale = now.lookAgain || sequences.some(([{ entityId }]) => settled.has(entityId))
      return isStale && lingers(now) ? look(isLeased)(now) : releaseOrWait(now)
    }
    const mayHaveMore = now.position !== START && isShort(now)
    return mayHaveMore || (now.lookAgain && canBegin(now)) ? look(isLeased)(now) : releaseOrWait(now)
  })
}

const released = (state: State, release: Release, isLeased: boolean): Step => {
  const now: State = { ...state, asks: "nothing" }
  if (release.released) {
    return [{ ...now, isOver: true }, [{ kind: "finish", nextInSeconds: release.nextInSeconds }]]
  }
  if (now.isEnding) return [now, []]
  return now.lookAgain ? look(isLeased)(now) : [now, [{ kind: "look later", after: now.lookIn }]]
}

const ended = (state: State, made: Made, isLeased: boolean): Step => {
  const counted: State = {
    ...state,
    inFlight: state.inFlight - 1,
    health: countedOn(state.health, [made]),
    made: [...state.made, made]
  }
  const stops = made.attempt.verdict.kind === "gone" || isBreakerOpen(counted)
  return steps(counted, writeOrGather, (now) => (stops ? look(isLeased)(stop(now)) : fill(isLeased)(now)))
}

/** Runs one step. `isLeased`: the lease is certainly held at this moment. */
export const step = (state: State, message: Message, isLeased: boolean): Step => {
  switch (message.kind) {
    case "look":
      return look(isLeased)(state)
    case "woken":
      return woken(state, isLeased)
    case "claimed":
      return claimed(state, message, isLeased)
    case "fill":
      return fill(isLeased)(state)
    case "ended":
      return ended(state, message.made, isLeased)
    case "gathered":
      return write(state)
    case "written":
      return written(state, message, isLeased)
    case "stale":
      return stale(state, message.token, message.health)
    case "refused":
      return writeApart(state, message.error)
    case "renewed": {
      const renewed = { ...state, renewedVersion: message.version, seenVersion: message.version }
      if (!message.isOpen) return look(isLeased)(stop(renewed))
      return isOutdated(state) && isEmpty(state) ? look(isLeased)(renewed) : [renewed, []]
    }
    case "unusable":
      return look(isLeased)(stop({ ...state, unusable: message.error }))
    case "released":
      return released(state, message, isLeased)
    case "end":
      return drained({ ...giveBack(state), isEnding: true })
  }
}
