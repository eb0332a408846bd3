import * as Duration from "effect/Duration"
import type { Attempt } from "./Courier.ts"
import { type Claim, type DueDelivery, type Position, START } from "./deliverySequences.ts"
import type { DeliverySettings } from "./deliverySettings.ts"
import type { Release } from "./EndpointLeaseRepo.ts"
import { afterAttempt, type EndpointHealth, type Symptom } from "./endpointHealth.ts"
import type { Unusable } from "./heldLease.ts"

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
export interface State {
  readonly settings: Limits
  /** The endpoint's version at the last renewal, and at the last write. */
  readonly renewedVersion: number
  readonly seenVersion: number
  /** Lock token of the health: every write presents the token that it read. */
  readonly token: string
  /** Newer than the table by the attempts that aren't written yet. */
  readonly health: EndpointHealth
  /** For each claimed entity: the deliveries after the one that waits, is in flight or isn't written. */
  readonly entities: ReadonlyMap<string, ReadonlyArray<DueDelivery>>
  /** Deliveries without a slot, the next one first. */
  readonly waiting: ReadonlyArray<DueDelivery>
  readonly inFlight: number
  /** Number of deliveries that are begun and not written: a crash repeats them. */
  readonly unwritten: number
  /** Attempts that ended and aren't being written yet. */
  readonly made: ReadonlyArray<Made>
  readonly gathers: "not" | "briefly" | "until the tick ends"
  readonly write: Write | undefined
  /** Number of deliveries written since the lease was acquired. */
  readonly writtenDown: number
  /** The statement in progress. */
  readonly asks: "nothing" | "claim" | "release"
  /** Something happened during the statement: claim again as soon as it ends. */
  readonly lookAgain: boolean
  /** Entities that were written or returned to the table since the last claim began. */
  readonly settled: ReadonlyArray<string>
  readonly position: Position
  readonly lookIn: Duration.Duration
  /** Sends nothing more until everything held here is written. */
  readonly isStopped: boolean
  /** The process ends. */
  readonly isEnding: boolean
  readonly isOver: boolean
  readonly unusable: Unusable | undefined
}

type Limits = Pick<
  DeliverySettings,
  "requestsPerEndpoint" | "unwritten" | "claimed" | "lookEvery" | "lookAtLeastEvery"
>

/** An attempt that has ended. `symptom` is null if the attempt says nothing about the receiver. */
export interface Made {
  readonly attempt: Attempt
  readonly symptom: Symptom | null
}

/** Attempts that are being written, one batch at a time, and the health after all of them. */
interface Write {
  readonly batches: ReadonlyArray<ReadonlyArray<Made>>
  readonly counted: ReadonlyArray<Made>
  readonly health: EndpointHealth
  /** The first batch is a single attempt, whose contents the database refused. */
  readonly isStripped: boolean
}

export type Message =
  /** A delivery was recorded, or the time of the next claim has come. */
  | { readonly kind: "look" }
  | ({ readonly kind: "claimed" } & Claim)
  | { readonly kind: "fill" }
  | { readonly kind: "ended"; readonly made: Made }
  | { readonly kind: "gathered" }
  | { readonly kind: "written"; readonly token: string; readonly version: number }
  /** The endpoint was resumed or a probe was requested: nothing was written. Retry with this health. */
  | { readonly kind: "stale"; readonly token: string; readonly health: EndpointHealth }
  /** The database refuses this batch. */
  | { readonly kind: "refused"; readonly error: unknown }
  | { readonly kind: "renewed"; readonly version: number; readonly isOpen: boolean }
  | { readonly kind: "unusable"; readonly error: Unusable }
  | ({ readonly kind: "released" } & Release)
  /** The process ends. */
  | { readonly kind: "end" }

export type Command =
  | { readonly kind: "claim"; readonly after: Position }
  | { readonly kind: "begin"; readonly delivery: DueDelivery }
  /** Send `fill` once the database requests have been issued. */
  | { readonly kind: "fill later" }
  | { readonly kind: "gather"; readonly until: State["gathers"] }
  | {
      readonly kind: "write"
      readonly attempts: ReadonlyArray<Attempt>
      readonly token: string
      readonly health: EndpointHealth
    }
  /** Renew now instead of at the usual time: the endpoint was changed. */
  | { readonly kind: "renew" }
  | { readonly kind: "look later"; readonly after: Duration.Duration }
  | { readonly kind: "release" }
  /** The lease was released. */
  | { readonly kind: "finish"; readonly nextInSeconds: number | null }
  | { readonly kind: "fail"; readonly error: unknown }
  /** The process ends, and all begun deliveries are written. */
  | { readonly kind: "drained" }

type Step = readonly [State, ReadonlyArray<Command>]

/** The initial state, when the lease has just been acquired. */
export const held = (
  settings: Limits,
  endpoint: { readonly version: number; readonly token: string; readonly health: EndpointHealth }
): State => ({
  settings,
  renewedVersion: endpoint.version,
  seenVersion: endpoint.version,
  token: endpoint.token,
  health: endpoint.health,
  entities: new Map(),
  waiting: [],
  inFlight: 0,
  unwritten: 0,
  made: [],
  gathers: "not",
  write: undefined,
  writtenDown: 0,
  asks: "nothing",
  lookAgain: false,
  settled: [],
  position: START,
  lookIn: settings.lookEvery,
  isStopped: false,
  isEnding: false,
  isOver: false,
  unusable: undefined
})

const isEmpty = ({ entities }: State) => entities.size === 0
/** Whether the endpoint was moved, paused, or got another secret since the last renewal. */
const isOutdated = ({ renewedVersion, seenVersion }: State) => renewedVersion !== seenVersion
const isBreakerOpen = ({ health }: State) => health.heldUntil !== null
const isShort = ({ settings, waiting }: State) => waiting.length < settings.claimed / 2
/**
 * Maximum number of unwritten deliveries: it bounds the deliveries that a crash repeats and, in a long drain, the
 * speed.
 */
const mostUnwritten = ({ settings: { unwritten }, writtenDown }: State) =>
  writtenDown < unwritten.drainsAfter ? unwritten.usual : unwritten.inDrain
/** Half of the allowed unwritten deliveries, so that one half is in flight while the other is written. */
const isWorthAWrite = (state: State) => state.made.length >= mostUnwritten(state) / 2 || state.inFlight === 0

const countedOn = (health: EndpointHealth, made: ReadonlyArray<Made>) =>
  made.reduce((after, { symptom }) => (symptom === null ? after : afterAttempt(after, symptom)), health)

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

/** Writes the ended attempts, or waits briefly for others that end at the same time. */
const writeOrGather = (state: State): Step => {
  if (state.write !== undefined || state.made.length === 0) return [state, []]
  const until = isWorthAWrite(state) ? "until the tick ends" : "briefly"
  if (state.gathers === until || state.gathers === "until the tick ends") return [state, []]
  return [{ ...state, gathers: until }, [{ kind: "gather", until }]]
}

const write = (state: State): Step => {
  if (state.write !== undefined || state.made.length === 0) return [{ ...state, gathers: "not" }, []]
  const { health, made } = state
  return writeFirst({
    ...state,
    gathers: "not",
    made: [],
    write: { batches: [made], counted: made, health, isStripped: false }
  })
}

const writeFirst = (state: State): Step => {
  const [first = []] = state.write?.batches ?? []
  const { health, token } = { ...state, ...state.write }
  return [state, [{ kind: "write", attempts: first.map(({ attempt }) => attempt), token, health }]]
}

/**
 * An attempt without the contents that the database refuses: its delivery dies, so that it can't block the others in
 * its batch.
 */
const stripped = ({ attempt, symptom }: Made): Made => ({
  attempt: { ...attempt, status: null, failure: "internal_error", answer: null, retryIn: null },
  symptom
})

/**
 * The database refused a batch: writes its attempts one by one, and writes an attempt that is refused by itself without
 * its contents.
 */
const writeApart = (state: State, error: unknown): Step => {
  const { write } = state
  const [[first, ...others] = [], ...rest] = write?.batches ?? []
  if (write === undefined || first === undefined) return [state, []]
  if (others.length > 0) {
    const batches = [[first], ...others.map((made) => [made]), ...rest]
    return writeFirst({ ...state, write: { ...write, batches } })
  }
  if (write.isStripped) return [state, [{ kind: "fail", error }]]
  return writeFirst({
    ...state,
    write: { ...write, batches: [[stripped(first)], ...rest], isStripped: true }
  })
}

/** The first batch is written: each of its entities either queues its next delivery or is finished. */
const settle = (state: State, batch: ReadonlyArray<Made>): State => {
  const next: Array<DueDelivery> = []
  const done: Array<string> = []
  const entities = new Map(state.entities)
  for (const { attempt } of batch) {
    const { entityId } = attempt.delivery
    // After a failure the entity's later deliveries wait for it; the table still has them.
    // mutant (deliveryMachine, deliveryMachineRandom): after a failure the entity's next one isn't sent: `attempt.verdict.kind === "delivered"` -> `true`
    const [following, ...others] = attempt.verdict.kind === "delivered" ? (entities.get(entityId) ?? []) : []
    if (following === undefined) {
      entities.delete(entityId)
      done.push(entityId)
    } else {
      entities.set(entityId, others)
      next.push(following)
    }
  }
  return {
    ...state,
    entities,
    waiting: next.length === 0 ? state.waiting : [...next, ...state.waiting],
    unwritten: state.unwritten - batch.length,
    writtenDown: state.writtenDown + batch.length,
    settled: [...state.settled, ...done]
  }
}

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
    (now) => (isShort(now) ? look(isLeased)(now) : [now, []]),
    drained
  )
}

const drained = (state: State): Step => [state, state.isEnding && isEmpty(state) ? [{ kind: "drained" }] : []]

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
      return [{ ...now, asks: "claim", settled: [] }, [{ kind: "claim", after: now.position }]]
    })
  }

const releaseOrWait = (state: State): Step =>
  isEmpty(state) && state.position === START
    ? [{ ...state, asks: "release" }, [{ kind: "release" }]]
    : [state, [{ kind: "look later", after: state.lookIn }]]

const claimed = (state: State, { next, sequences }: Claim, isLeased: boolean): Step => {
  if (state.isEnding) return [{ ...state, asks: "nothing" }, []]
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
    position: (isProbe ? undefined : next) ?? START
  }
  return steps(taken, fill(isLeased), (now) => {
    if (isEmpty(now) && now.position === START) return releaseOrWait(now)
    const mayHaveMore = now.position !== START && isShort(now)
    return mayHaveMore || now.lookAgain ? look(isLeased)(now) : releaseOrWait(now)
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

const stale = (state: State, token: string, health: EndpointHealth): Step => {
  const { write } = state
  if (write === undefined) return [state, []]
  // Counts the attempts on top of the changed health.
  const after = countedOn(health, write.counted)
  return writeFirst({
    ...state,
    token,
    write: { ...write, health: after },
    health: countedOn(after, state.made)
  })
}

/** Runs one step. `isLeased`: the lease is certainly held at this moment. */
export const step = (state: State, message: Message, isLeased: boolean): Step => {
  switch (message.kind) {
    case "look":
      return look(isLeased)(state)
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
      return message.isOpen ? [renewed, []] : look(isLeased)(stop(renewed))
    }
    case "unusable":
      return look(isLeased)(stop({ ...state, unusable: message.error }))
    case "released":
      return released(state, message, isLeased)
    case "end":
      return drained({ ...giveBack(state), isEnding: true })
  }
}
