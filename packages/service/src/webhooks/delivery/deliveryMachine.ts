import * as Duration from "effect/Duration"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import type { Attempt } from "./Courier.ts"
import { type Claim, type DueDelivery, type Position, START } from "./deliverySequences.ts"
import type { DeliverySettings } from "./deliverySettings.ts"
import type { Release } from "./EndpointLease.ts"
import { afterAttempt, type EndpointHealth, type Symptom } from "./endpointHealth.ts"
import type { Unusable } from "./heldLease.ts"

/**
 * What one worker does with one endpoint while it holds the endpoint's lease: (state, message) -> (state, commands).
 * `EndpointDelivery` runs the commands and brings the messages; nothing here waits, reads a clock or calls anybody.
 *
 * Why a machine: claiming, sending, writing and renewing overlap, and what each may do depends on the other three.
 * The life of a delivery is: claimed -> waiting -> in flight -> unwritten -> written, or given back to the table.
 *
 * The traps: an entity's next delivery begins only once the one before is written, or a crash would send that one again
 * after a later one. An entity that was written since a claim began may be due in that claim's answer, and isn't any more.
 */
export interface State {
  readonly settings: Limits
  /** The endpoint's version that the last renewal read, and the one that the last write saw. */
  readonly renewedVersion: number
  readonly seenVersion: number
  /** Lock token of the health: every write presents the one that it found. */
  readonly token: string
  /** Ahead of the table by the attempts that aren't written. */
  readonly health: EndpointHealth
  /** Of each entity that was claimed: the deliveries after the one that waits, is in flight or isn't written. */
  readonly entities: HashMap.HashMap<string, ReadonlyArray<DueDelivery>>
  /** Deliveries without a slot, the next one first. */
  readonly waiting: ReadonlyArray<DueDelivery>
  readonly inFlight: number
  /** Begun and not written: what a crash repeats. */
  readonly unwritten: number
  /** Attempts that ended and aren't being written. */
  readonly made: ReadonlyArray<Made>
  readonly gathers: "not" | "briefly" | "until the tick ends"
  readonly write: Write | undefined
  /** Deliveries that were written since the lease was taken. */
  readonly writtenDown: number
  /** A statement that is under way. */
  readonly asks: "nothing" | "claim" | "release"
  /** Something happened meanwhile: look again as soon as it ends. */
  readonly lookAgain: boolean
  /** Entities that were written or given back since the last claim began. */
  readonly settled: ReadonlyArray<string>
  readonly position: Position
  readonly lookIn: Duration.Duration
  /** Nothing more is sent until all that is here is written. */
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

/** An attempt that has ended. `symptom` is null where it says nothing of the receiver. */
export interface Made {
  readonly attempt: Attempt
  readonly symptom: Symptom | null
}

/** Attempts that are being written, one batch at a time, with the health after all of them. */
interface Write {
  readonly batches: ReadonlyArray<ReadonlyArray<Made>>
  readonly counted: ReadonlyArray<Made>
  readonly health: EndpointHealth
  /** The first batch is one attempt, whose contents the database refused. */
  readonly isStripped: boolean
}

export type Message =
  /** Work was announced, or the time to look again has come. */
  | { readonly kind: "look" }
  | ({ readonly kind: "claimed" } & Claim)
  | { readonly kind: "fill" }
  | { readonly kind: "ended"; readonly made: Made }
  | { readonly kind: "gathered" }
  | { readonly kind: "written"; readonly token: string; readonly version: number }
  /** The endpoint was resumed or a probe was asked for: nothing was written, start from this health. */
  | { readonly kind: "stale"; readonly token: string; readonly health: EndpointHealth }
  /** The database refuses the batch as it is. */
  | { readonly kind: "refused"; readonly error: unknown }
  | { readonly kind: "renewed"; readonly version: number; readonly isOpen: boolean }
  | { readonly kind: "unusable"; readonly error: Unusable }
  | ({ readonly kind: "released" } & Release)
  /** The process ends. */
  | { readonly kind: "end" }

export type Command =
  | { readonly kind: "claim"; readonly after: Position }
  | { readonly kind: "begin"; readonly delivery: DueDelivery }
  /** Send `fill` once what was asked of the database is on its way. */
  | { readonly kind: "fill later" }
  | { readonly kind: "gather"; readonly until: State["gathers"] }
  | {
      readonly kind: "write"
      readonly attempts: ReadonlyArray<Attempt>
      readonly token: string
      readonly health: EndpointHealth
    }
  /** Renew now, and not when it is due: the endpoint was changed. */
  | { readonly kind: "renew" }
  | { readonly kind: "look later"; readonly after: Duration.Duration }
  | { readonly kind: "release" }
  /** The lease was given back. */
  | { readonly kind: "finish"; readonly nextInSeconds: number | null }
  | { readonly kind: "fail"; readonly error: unknown }
  /** The process ends, and all that was begun is written. */
  | { readonly kind: "drained" }

type Step = readonly [State, ReadonlyArray<Command>]

/** The state in which a lease is taken. */
export const held = (
  settings: Limits,
  endpoint: { readonly version: number; readonly token: string; readonly health: EndpointHealth }
): State => ({
  settings,
  renewedVersion: endpoint.version,
  seenVersion: endpoint.version,
  token: endpoint.token,
  health: endpoint.health,
  entities: HashMap.empty(),
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

const isEmpty = ({ entities }: State) => HashMap.size(entities) === 0
/** Whether the endpoint was moved, paused, or given another secret since the last renewal. */
const isOutdated = ({ renewedVersion, seenVersion }: State) => renewedVersion !== seenVersion
const isBreakerOpen = ({ health }: State) => health.heldUntil !== null
const isShort = ({ settings, waiting }: State) => waiting.length < settings.claimed / 2
/** How many may be unwritten: it bounds what a crash repeats, and in a long drain the speed. */
const mostUnwritten = ({ settings: { unwritten }, writtenDown }: State) =>
  writtenDown < unwritten.drainsAfter ? unwritten.usual : unwritten.inDrain
/** Half of what may be unwritten, so that one half is in flight while the other is written. */
const isWorthAWrite = (state: State) => state.made.length >= mostUnwritten(state) / 2 || state.inFlight === 0

const countedOn = (health: EndpointHealth, made: ReadonlyArray<Made>) =>
  made.reduce((after, { symptom }) => (symptom === null ? after : afterAttempt(after, symptom)), health)

/** Does one step after another. */
const steps = (state: State, ...all: ReadonlyArray<(state: State) => Step>): Step =>
  all.reduce<Step>(
    ([before, commands], next) => {
      const [after, more] = next(before)
      return [after, more.length === 0 ? commands : [...commands, ...more]]
    },
    [state, []]
  )

/** Gives slots to what waits. */
const fill =
  (isLeased: boolean) =>
  (state: State): Step => {
    const { health, inFlight, settings, unwritten, waiting } = state
    // sample mutant (deliveryMachine): nothing begins without the lease: drop `|| !isLeased`
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

/** Gives back what waits, and all that comes after what is in flight or unwritten. */
const giveBack = (state: State): State => {
  const entities = state.waiting.map(({ entityId }) => entityId)
  const begun = HashMap.removeMany(state.entities, entities)
  return {
    ...state,
    waiting: [],
    // mutant (deliveryMachine): what comes after something in flight is given back: `HashMap.map(begun, () => [])` -> `begun`
    entities: HashMap.map(begun, () => []),
    settled: [...state.settled, ...entities]
  }
}

/** Sends nothing more until all that is here is written. */
const stop = (state: State): State => ({ ...giveBack(state), isStopped: true })

/** Writes what has ended, or waits a moment for what ends with it. */
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

/** An attempt without the contents that the database refuses: its delivery dies, so that it refuses no other with it. */
const stripped = ({ attempt, symptom }: Made): Made => ({
  attempt: { ...attempt, status: null, failure: "internal_error", answer: null, retryIn: null },
  symptom
})

/** The database refused a batch: write its attempts one by one, and the one that it refuses alone without its contents. */
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

/** The first batch is written: each of its entities has its next delivery wait, or is done with. */
const settle = (state: State, batch: ReadonlyArray<Made>): State => {
  const next: Array<DueDelivery> = []
  const done: Array<string> = []
  let { entities } = state
  for (const { attempt } of batch) {
    const { entityId } = attempt.delivery
    // After a failure the later ones wait for it: the table still has them.
    // mutant (deliveryMachine): after a failure the entity's next one isn't sent: `attempt.verdict.kind === "delivered"` -> `true`
    const known = attempt.verdict.kind === "delivered" ? HashMap.get(entities, entityId) : Option.none()
    const [following, ...others] = Option.getOrElse(known, () => [] as ReadonlyArray<DueDelivery>)
    entities =
      following === undefined ? HashMap.remove(entities, entityId) : HashMap.set(entities, entityId, others)
    if (following === undefined) done.push(entityId)
    else next.push(following)
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
    // Moved, paused, or signed with another secret: nothing more is sent the old way.
    (now) => (isOutdated(now) ? [stop(now), [{ kind: "renew" }]] : [now, []]),
    (now) => (others.length > 0 ? writeFirst(now) : isWorthAWrite(now) ? write(now) : writeOrGather(now)),
    (now) => [now, [{ kind: "fill later" }]],
    (now) => (isShort(now) ? look(isLeased)(now) : [now, []]),
    drained
  )
}

const drained = (state: State): Step => [state, state.isEnding && isEmpty(state) ? [{ kind: "drained" }] : []]

/** Decides what to ask of the database: more, the end of the lease, or nothing for a while. */
const look =
  (isLeased: boolean) =>
  (state: State): Step => {
    if (state.isEnding || state.isOver) return [state, []]
    if (state.asks !== "nothing") return [{ ...state, lookAgain: true }, []]
    if (isEmpty(state) && state.unusable !== undefined) {
      return [{ ...state, isOver: true }, [{ kind: "fail", error: state.unusable }]]
    }
    // What stopped this is written by now, where the next claim heeds it.
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
  // mutant (deliveryMachine): what was written since the claim began isn't sent again: drop `&& !settled.has(entityId)`
  const free = sequences.filter(
    ([{ entityId }]) => !HashMap.has(state.entities, entityId) && !settled.has(entityId)
  )
  const isProbe = isBreakerOpen(state)
  const [oldest] = free
  // While the breaker is open, the oldest alone: its attempt shows whether the receiver is back.
  // mutant (deliveryMachine, breaker): while the breaker is open one delivery is tried: `!isProbe ? free` -> `true ? free`
  const offered = state.isStopped ? [] : !isProbe ? free : oldest === undefined ? [] : [[oldest[0]] as const]
  const { lookAtLeastEvery, lookEvery } = state.settings
  const longer = Duration.min(Duration.times(state.lookIn, 2), lookAtLeastEvery)
  const taken: State = {
    ...state,
    asks: "nothing",
    entities: HashMap.setMany(
      state.entities,
      offered.map(([{ entityId }, ...rest]) => [entityId, rest] as const)
    ),
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
  // What the attempts showed counts on top of what was changed.
  const after = countedOn(health, write.counted)
  return writeFirst({
    ...state,
    token,
    write: { ...write, health: after },
    health: countedOn(after, state.made)
  })
}

/** One step. `isLeased`: the lease is surely held at this moment. */
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
