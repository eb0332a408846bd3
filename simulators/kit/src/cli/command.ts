import type { ShortText, TimelineEntry } from "@embedded-super/contracts/schemas"
import { TIMELINE_FILE } from "@embedded-super/pages/store/EntryStore"
import { portFlag } from "@embedded-super/program/runMain"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as nodeModule from "node:module"
import { basename, dirname, join, resolve } from "node:path"
import type * as NodeServices from "@effect/platform-node/NodeServices"
import { runMain } from "@embedded-super/program/runMain"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import { DataFolder } from "../folder/DataFolder.ts"
import { EventLog } from "../log/EventLog.ts"
import { printJson, printLines } from "../log/terminal.ts"
import { SimulatorAddress } from "../server/listen.ts"
import { type Simulator, simulatorLayer } from "../server/simulator.ts"
import { recordRunning, type Ready, readyOf, readyText, writeReadyFile } from "./readiness.ts"
import type { CannotStart } from "../CannotStart.ts"

/** The flags that every simulator has. */
export const simulatorFlags = (simulator: Pick<Simulator, "kind" | "defaultPort" | "http">) => ({
  port: portFlag("port").pipe(
    Flag.withDescription(`Port to listen on (${simulator.defaultPort}); 0 takes any free one`),
    Flag.withDefault(simulator.defaultPort)
  ),
  host: Flag.String("host").pipe(
    Flag.withDescription("Address to listen on (127.0.0.1); any other lets other machines connect"),
    Flag.withDefault("127.0.0.1")
  ),
  http: Flag.Boolean("http").pipe(
    Flag.withDescription(
      "Serve plain http, for tools that can't trust the simulator's own certificate authority"
    ),
    Flag.withDefault(simulator.http ?? false)
  ),
  dataDir: Flag.String("data-dir").pipe(
    Flag.withDescription(`Folder to keep state in (.data/${simulator.kind}-simulator)`),
    Flag.withDefault(`.data/${simulator.kind}-simulator`)
  ),
  readyFile: Flag.String("ready-file").pipe(
    Flag.withDescription(
      "File to write the address to, as JSON, once the simulator is ready; below DATA_DIR/run of a service, the simulator is part of that service's Workbench"
    ),
    Flag.optional
  ),
  faults: Flag.String("faults").pipe(
    Flag.withDescription("File with the fault plan to start with, as JSON"),
    Flag.optional
  ),
  clockOf: Flag.String("clock-of").pipe(
    Flag.withDescription("Address of the service that moves this simulator's clock with its own"),
    Flag.optional
  ),
  json: Flag.Boolean("json").pipe(
    Flag.withDescription("Print JSON lines: first the address, then each thing that happens"),
    Flag.withDefault(false)
  )
})

/** The parsed values of the flags. */
type SimulatorFlags = Command.Command.Config.Infer<ReturnType<typeof simulatorFlags>>

/** Prefixes printed lines with the name of one of several simulators. */
const labelled =
  (label: string | undefined, print: (entry: TimelineEntry) => void) =>
  (entry: TimelineEntry): void =>
    print(label === undefined ? entry : { ...entry, summary: `${label}: ${entry.summary}` as ShortText })

/**
 * The time line that a simulator writes into. One that belongs to a service's Workbench, by its ready file below
 * `DATA_DIR/run`, shares the service's.
 */
const timelineBeside = (readyFile: Option.Option<string>): { readonly timeline?: string } => {
  if (Option.isNone(readyFile)) return {}
  const run = dirname(resolve(readyFile.value))
  return basename(run) === "run" ? { timeline: join(dirname(run), TIMELINE_FILE) } : {}
}

/** One of the simulators that a program serves, and its name if there are several. */
export interface Served {
  readonly simulator: Simulator
  readonly name: string
}

/**
 * Serves until it is interrupted, and prints the addresses. Several simulators get consecutive ports, from the first
 * one's on, and a subfolder each in the data folder.
 */
export const serveSimulators = Effect.fnUntraced(function* (
  several: ReadonlyArray<Served>,
  { clockOf, dataDir, faults, json, port, readyFile, ...options }: SimulatorFlags
) {
  const print = json ? printJson : printLines
  const areSeveral = several.length > 1
  // The first line is the address. Nothing is printed before it, and it isn't printed before the start is in the log.
  let isReady = false
  const started: Array<readonly [title: string, ready: Ready]> = []
  for (const [index, { name, simulator }] of several.entries()) {
    const printed = labelled(areSeveral ? name : undefined, print)
    const context = yield* Layer.build(
      simulatorLayer(simulator, {
        ...options,
        port: port === 0 ? 0 : port + index,
        dataDir: areSeveral ? join(dataDir, name) : dataDir,
        ...(Option.isSome(faults) ? { faults: faults.value } : {}),
        ...(Option.isSome(clockOf) ? { clockOf: clockOf.value } : {}),
        ...timelineBeside(readyFile),
        print: (entry) => {
          if (isReady) printed(entry)
        }
      })
    )
    const folder = Context.get(context, DataFolder)
    const ready = readyOf(simulator, Context.get(context, SimulatorAddress), folder)
    yield* Context.get(context, EventLog).note({
      kind: "started",
      summary: `${simulator.title} ${simulator.version} started.`,
      detail: { url: ready.url }
    })
    yield* recordRunning(folder, ready)
    started.push([areSeveral ? `${simulator.title} ${name}` : simulator.title, ready])
  }
  isReady = true
  const all = started.map(([, ready]) => ready)
  const message = areSeveral ? { event: "ready" as const, simulators: all } : all[0]!
  // Written before the line is printed: a reader of the line may look for the file.
  if (Option.isSome(readyFile)) yield* writeReadyFile(readyFile.value, message)
  yield* Console.log(
    json ? JSON.stringify(message) : started.map(([title, ready]) => readyText(title, ready)).join("\n")
  )
  // Saves the code that was compiled for this start for later starts, however this process ends.
  nodeModule.flushCompileCache?.()
  return yield* Effect.never
}, Effect.scoped)

/** Serves one simulator. */
export const serveSimulator = (simulator: Simulator, flags: SimulatorFlags) =>
  serveSimulators([{ simulator, name: simulator.kind }], flags)

/** The event log prints the events; the program's own log is for errors, and doesn't write to stdout. */
const Logging = Layer.merge(
  Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)]),
  Layer.succeed(References.MinimumLogLevel, "Warn")
)

/**
 * Runs a command as a program. An interrupt exits 0; a failed start prints one sentence and exits 1; a mistake on the
 * command line exits 2.
 */
export const runProgram = <Name extends string, Input, ContextInput>(
  command: Command.Command<Name, Input, ContextInput, CannotStart, NodeServices.NodeServices>,
  version: string
): void =>
  runMain(
    command.pipe(
      Command.run({ version }),
      Effect.tapErrorTag("CannotStart", (error) => Console.error(error.sentence)),
      Effect.provide(Logging)
    )
  )
