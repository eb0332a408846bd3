import * as Duration from "effect/Duration"
import type { Attempt } from "./Courier.ts"
import { type Claim, type DueDelivery, type Position, START } from "./deliverySequences.ts"
import type { DeliverySettings } from "./deliverySettings.ts"
import type { Release } from "./EndpointLeaseRepo.ts"
import type { EndpointHealth, Symptom } from "./endpointHealth.ts"
import type { Unusable } from "./heldLease.ts"

/** The state of `deliveryMachine`: one worker's data about one endpoint while it holds the lease. */
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
  /** The last claim left due deliveries behind, or something was recorded since that wasn't claimed. */
  readonly hasPassedOver: boolean
  readonly lookIn: Duration.Duration
  /** How long the lease was kept since there was something to send. */
  readonly lingered: Duration.Duration
  /** Sends nothing more until everything held here is written. */
  readonly isStopped: boolean
  /** The process ends. */
  readonly isEnding: boolean
  readonly isOver: boolean
  readonly unusable: Unusable | undefined
}

type Limits = Pick<
  DeliverySettings,
  "requestsPerEndpoint" | "unwritten" | "claimed" | "lookEvery" | "lookAtLeastEvery" | "lingerFor"
> & {
  /** Whether other processes notify this worker of deliveries that they record. */
  readonly isNotified: boolean
}

/** An attempt that has ended. `symptom` is null if the attempt says nothing about the receiver. */
export interface Made {
  readonly attempt: Attempt
  readonly symptom: Symptom | null
}

/** Attempts that are being written, one batch at a time, and the health after all of them. */
export interface Write {
  readonly batches: ReadonlyArray<ReadonlyArray<Made>>
  readonly counted: ReadonlyArray<Made>
  readonly health: EndpointHealth
  /** The first batch is a single attempt, whose contents the database refused. */
  readonly isStripped: boolean
}

export type Message =
  /** The next claim is due. */
  | { readonly kind: "look" }
  /** A delivery was recorded. */
  | { readonly kind: "woken" }
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

/** The next state, and the commands to run. */
export type Step = readonly [State, ReadonlyArray<Command>]

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
  hasPassedOver: false,
  lookIn: settings.lookEvery,
  lingered: Duration.zero,
  isStopped: false,
  isEnding: false,
  isOver: false,
  unusable: undefined
})

export const isEmpty = ({ entities }: State) => entities.size === 0
/** Whether the endpoint was moved, paused, or got another secret since the last renewal. */
export const isOutdated = ({ renewedVersion, seenVersion }: State) => renewedVersion !== seenVersion
export const isBreakerOpen = ({ health }: State) => health.heldUntil !== null
export const isShort = ({ settings, waiting }: State) => waiting.length < settings.claimed / 2
/**
 * Maximum number of unwritten deliveries: it bounds the deliveries that a crash repeats and, in a long drain, the
 * speed.
 */
export const mostUnwritten = ({ settings: { unwritten }, writtenDown }: State) =>
  writtenDown < unwritten.drainsAfter ? unwritten.usual : unwritten.inDrain
