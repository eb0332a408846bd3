/**
 * The operations port of `serve`, `worker` and `sftp`, for an orchestrator's probes and for operators (D-operations-port).
 * `operationsSettings` reads where it listens, `operationsRoutes` has its paths. `databaseReadiness` and the `Loops` of `jobs`
 * find what keeps the process from its work; `platform/metrics` lists the figures that it shows.
 *
 * Why it opens first and closes last: a migration may take minutes, and so may the end of a call to a fund. An orchestrator
 * that gets no answer meanwhile would kill the process.
 *
 * The trap: the port asks for no key. It listens on this machine alone unless OPERATIONS_HOST says otherwise, and nothing of
 * it may be on the public port. `/live` must not use the database (D-health-checks).
 */

import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { cannotListen, codeOf, limitedServer } from "../http-server/NodeServer.ts"
import { Loops, troublesOf } from "../jobs/loops.ts"
import type { Measure } from "../metrics/definitions.ts"
import { processMeasures } from "../metrics/processMeasures.ts"
import { operationsRoutes } from "./operationsRoutes.ts"
import { type OperationsSettings, operationsSettings } from "./operationsSettings.ts"

/** A sentence about the state of the process, and whether it can work all the same. */
export interface Finding {
  readonly isReady: boolean
  readonly words: string
}

/** `starting` until the process can work, `stopping` from the signal on that ends it. */
type Phase = "starting" | "running" | "stopping"

/** The part of a process that its operators see. A process without the port has it too, and is never asked. */
export interface OperationsShape {
  /** Adds a check while the scope is open. The check must end by itself within a few seconds. */
  readonly check: (check: Effect.Effect<Finding | undefined>) => Effect.Effect<void, never, Scope.Scope>
  /** Adds figures of `/metrics` while the scope is open. They must be read within a few seconds. */
  readonly measure: (
    measures: Effect.Effect<ReadonlyArray<Measure>>
  ) => Effect.Effect<void, never, Scope.Scope>
  /** From now on the process can work; when the scope closes, it stops. */
  readonly running: Effect.Effect<void, never, Scope.Scope>
  /** Whether the process could ever work. */
  readonly hasRun: Effect.Effect<boolean>
  /** What is worth knowing now; the process is ready if each finding allows it. */
  readonly findings: Effect.Effect<ReadonlyArray<Finding>>
  /** The added figures, and whether the process is ready. */
  readonly measures: Effect.Effect<ReadonlyArray<Measure>>
}

/** The members of a set while their scopes are open. */
const whileOpen =
  <A>(set: Set<A>) =>
  (member: A) =>
    Effect.asVoid(
      Effect.acquireRelease(
        Effect.sync(() => set.add(member)),
        () => Effect.sync(() => set.delete(member))
      )
    )

const together = <A>(effects: ReadonlySet<Effect.Effect<A>>) =>
  Effect.forEach([...effects], (effect) => effect, { concurrency: "unbounded" })

const PHASES: { readonly [At in Phase]: ReadonlyArray<Finding> } = {
  starting: [{ isReady: false, words: "This process is starting." }],
  running: [],
  stopping: [{ isReady: false, words: "This process is stopping." }]
}

export const makeOperations = (): OperationsShape => {
  let phase: Phase = "starting"
  const checks = new Set<Effect.Effect<Finding | undefined>>()
  const measures = new Set<Effect.Effect<ReadonlyArray<Measure>>>()
  const enter = (next: Phase) => Effect.sync(() => void (phase = next))

  const ofLoops = Effect.gen(function* () {
    const now = Number((yield* Clock.monotonicTimeNanos) / 1_000_000n)
    return troublesOf(yield* Loops, now).map((words) => ({ isReady: false, words }))
  })

  const findings = Effect.gen(function* () {
    const found = yield* together(checks)
    return [...PHASES[phase], ...found.filter((finding) => finding !== undefined), ...(yield* ofLoops)]
  })

  return {
    check: whileOpen(checks),
    measure: whileOpen(measures),
    running: Effect.acquireRelease(enter("running"), () =>
      Effect.andThen(enter("stopping"), Effect.logInfo("This process is stopping"))
    ),
    hasRun: Effect.sync(() => phase !== "starting"),
    findings,
    measures: Effect.gen(function* () {
      const isReady = (yield* findings).every((finding) => finding.isReady)
      const ready: Measure = { name: "embedded_super_ready", labels: {}, value: isReady ? 1 : 0 }
      return [ready, ...(yield* together(measures)).flat()]
    })
  }
}

export const Operations = Context.Reference<OperationsShape>(
  "@embedded-super/service/platform/operations/Operations",
  { defaultValue: makeOperations }
)

/** Far more than probes and Prometheus open, and few of the files that the process may open. */
export const MOST_CONNECTIONS = 128

const NAMES = { port: "--operations-port or OPERATIONS_PORT", host: "OPERATIONS_HOST" }

const listen = Effect.fnUntraced(function* ({ host, port }: OperationsSettings, operations: OperationsShape) {
  const server = limitedServer()
  server.maxConnections = MOST_CONNECTIONS
  const http = yield* NodeHttpServer.make(() => server, {
    host,
    port,
    gracefulShutdownTimeout: "1 second"
  }).pipe(Effect.mapError((error) => cannotListen(host, port, codeOf(error), NAMES)))
  // Prometheus keeps its connection open.
  yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
  const served = HttpRouter.serve(operationsRoutes(operations), {
    disableLogger: true,
    disableListenLog: true
  })
  yield* Layer.build(Layer.provide(served, Layer.succeed(HttpServer.HttpServer, http)))
  const { address } = http
  yield* Effect.logInfo(`Operations at http://${host}:${"port" in address ? address.port : port}`)
})

const live = (command: string, given: Option.Option<number>) =>
  Layer.effect(
    Operations,
    Effect.gen(function* () {
      const settings = yield* operationsSettings(given)
      const operations = makeOperations()
      // A log without this line is of a process that was killed. A start that failed has said why.
      yield* Effect.addFinalizer(() =>
        Effect.flatMap(operations.hasRun, (hasRun) =>
          hasRun ? Effect.logInfo("This process has stopped") : Effect.void
        )
      )
      if (settings === undefined) return operations
      const ofProcess = yield* processMeasures(command)
      yield* operations.measure(Effect.sync(ofProcess))
      yield* listen(settings, operations)
      return operations
    })
  )

const running = Layer.effectDiscard(Effect.flatMap(Operations, (operations) => operations.running))

/**
 * The program of a command with its operations port, from the command line (`given`) or the environment, if there is one. The
 * port opens before the program is built, and closes after the program has ended.
 */
export const withOperations =
  (command: string, given: Option.Option<number>) =>
  <A, E, R>(program: Layer.Layer<A, E, R>) =>
    running.pipe(Layer.provideMerge(program), Layer.provide(live(command, given)))
