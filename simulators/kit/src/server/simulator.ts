import * as NodeServices from "@effect/platform-node/NodeServices"
import type * as S from "@embedded-super/contracts/schemas"
import { localOnly, type Mannered, serve, type ServerManners } from "@embedded-super/http-manners"
import { TIMELINE_FILE } from "@embedded-super/pages/store/EntryStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Etag from "effect/http/Etag"
import type { HttpPlatform } from "effect/http/HttpPlatform"
import type * as HttpRouter from "effect/http/HttpRouter"
import type { HttpServerError } from "effect/http/HttpServerError"
import { CannotStart } from "../CannotStart.ts"
import { SimulatorClock } from "../clock/SimulatorClock.ts"
import { hooked } from "../faults/hooked.ts"
import type { ServerHooks } from "../faults/ServerHooks.ts"
import { Faults } from "../faults/Faults.ts"
import { playFaults } from "../faults/playFaults.ts"
import { DataFolder } from "../folder/DataFolder.ts"
import { Fingerprints } from "../folder/Fingerprints.ts"
import { EventLog, type EventLogOptions } from "../log/EventLog.ts"
import { Snapshots } from "../state/Snapshots.ts"
import { State } from "../state/State.ts"
import { LocalAuthority } from "../tls/LocalAuthority.ts"
import { answerAtOnce } from "./answerAtOnce.ts"
import { listen, type ListenOptions, type SimulatorAddress } from "./listen.ts"
import { Runnables } from "./operations.ts"
import { Passes } from "./Passes.ts"

/** The services that the kit provides to a simulator's routes. */
export type SimulatorServices =
  | DataFolder
  | EventLog
  | Faults
  | Fingerprints
  | SimulatorClock
  | Snapshots
  | SimulatorAddress
  | Passes
  | Runnables
  | State
  | NodeServices.NodeServices
  | HttpPlatform
  | Etag.Generator

/** The definition of one simulator; the kit runs it. */
export interface Simulator {
  /** An identifier, which also names its data folder: `fund`. */
  readonly kind: string
  /** Whom it plays in the time line: `Banksia Super`. */
  readonly party: string
  /** The program of its entries in the time line. */
  readonly source: S.TimelineSource
  /** Things that each of its entries is about. */
  readonly about?: ReadonlyArray<S.TimelineThing>
  /** The title for people: `Fund simulator`. */
  readonly title: string
  readonly version: string
  readonly defaultPort: number
  /** Whether it serves plain http by default; false if absent. */
  readonly http?: boolean
  /** Files that its callers need, by name, for the ready message. */
  readonly files?: (folder: DataFolder["Service"]) => Readonly<Record<string, string>>
  /** The common name of the client certificate that its callers present; none by default. */
  readonly callerCertificate?: string
  /** Its routes: `HttpApiBuilder.layer` of each API, with its groups and its state. */
  readonly routes: Layer.Layer<
    never,
    CannotStart,
    | HttpRouter.HttpRouter
    | SimulatorServices
    | HttpRouter.Request.From<"Requires", SimulatorServices>
    | HttpRouter.Request<"Error", HttpServerError>
  >
  /** The APIs among them, with their settings. */
  readonly apis: ReadonlyArray<Mannered>
  readonly manners?: Omit<ServerManners, "onAnswer" | "accessLog">
  /** Whether a path outside `/_simulator` is a page that only this machine may open. */
  readonly isLocalPage?: (path: string) => boolean
  /** The masked content of each call's request, for the log. */
  readonly requestShape?: EventLogOptions["requestShape"]
  /** The operation of a call outside the tables of operations, if faults can be played on it. */
  readonly operationOf?: (method: string, path: string) => string | undefined
  /** How it differs on the wire from a correct, plain implementation; not at all by default. */
  readonly hooks?: ServerHooks
}

export interface SimulatorOptions extends ListenOptions {
  readonly dataDir: string
  /** A file with the fault plan to start with. */
  readonly faults?: string
  /** The address of the service that moves this simulator's clock with its own. */
  readonly clockOf?: string
  /** Shows each entry of the log as it happens. */
  readonly print: (entry: S.TimelineEntry) => void
  /** The file of the time line; by default one in the data folder. */
  readonly timeline?: string
}

/** Calls below this path need no authentication, so only this machine may make them. */
export const adminPrefix = "/_simulator"

const isAdmin = (path: string): boolean => path === adminPrefix || path.startsWith(`${adminPrefix}/`)

const needsTls = new CannotStart({
  sentence:
    "Callers authenticate with a certificate here, which plain http doesn't support. Leave out --http."
})

/** Runs a simulator while the layer is alive. */
export const simulatorLayer = (
  simulator: Simulator,
  options: SimulatorOptions
): Layer.Layer<
  SimulatorAddress | DataFolder | EventLog | Runnables | SimulatorClock | State,
  CannotStart
> => {
  const isQuiet = (path: string) => isAdmin(path) || simulator.isLocalPage?.(path) === true
  const served = Layer.unwrap(
    Effect.map(Effect.all([EventLog, Runnables]), ([log, runnables]) =>
      serve(
        Layer.mergeAll(
          simulator.routes,
          playFaults(
            (method, path) =>
              runnables.get(`${method} ${path}`)?.name ?? simulator.operationOf?.(method, path)
          ),
          localOnly({
            isGuarded: isQuiet,
            hosts: [options.host.includes(":") ? `[${options.host}]` : options.host]
          })
        ),
        simulator.apis,
        { ...simulator.manners, accessLog: false, onAnswer: log.onAnswer }
      )
    )
  )
  const listener = Layer.unwrap(
    Effect.gen(function* () {
      const answerFirst = yield* answerAtOnce
      const { callerCertificate: caller, hooks } = simulator
      const direct: typeof answerFirst =
        hooks === undefined ? answerFirst : (server) => hooked(answerFirst(server), hooks, isAdmin)
      if (options.http && caller !== undefined) return yield* needsTls
      if (options.http) return listen(options, undefined, direct)
      const authority = Effect.map(LocalAuthority, (authority) =>
        listen(options, authority, direct, hooks?.tls)
      )
      return Layer.unwrap(authority).pipe(
        Layer.provide(
          LocalAuthority.layer({
            name: simulator.title,
            host: options.host,
            ...(caller === undefined ? {} : { caller })
          })
        )
      )
    })
  )
  return served.pipe(
    Layer.provideMerge(listener),
    Layer.provideMerge(Runnables.layer),
    Layer.provide([Fingerprints.layer, Faults.layer(options.faults), Snapshots.layer]),
    Layer.provideMerge(
      Layer.unwrap(
        Effect.map(DataFolder, (folder) =>
          EventLog.layer({
            print: options.print,
            isQuiet,
            source: simulator.source,
            name: simulator.party,
            about: simulator.about ?? [],
            file: options.timeline ?? folder.file(TIMELINE_FILE),
            ...(simulator.operationOf === undefined ? {} : { operationOf: simulator.operationOf }),
            ...(simulator.requestShape === undefined ? {} : { requestShape: simulator.requestShape })
          })
        )
      )
    ),
    Layer.provideMerge([SimulatorClock.layer(options.clockOf), Passes.layer]),
    Layer.provideMerge(State.layer),
    Layer.provideMerge(DataFolder.layer(options.dataDir)),
    Layer.provide(NodeServices.layer)
  )
}
