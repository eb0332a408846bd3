import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { DataFolder } from "../folder/DataFolder.ts"
import { EventLog } from "../log/EventLog.ts"
import { printJson, printLines } from "../log/terminal.ts"
import { type Simulator, simulatorLayer } from "../server/simulator.ts"
import { SimulatorAddress } from "../server/SimulatorAddress.ts"
import { readyOf, readyText, writeReadyFile } from "./readiness.ts"

/** The flags that every simulator has. */
export const simulatorFlags = (simulator: Pick<Simulator, "kind" | "defaultPort" | "http">) => ({
  port: Flag.Int("port").pipe(
    Flag.withDescription("Port to listen on; 0 takes any free one"),
    Flag.withDefault(simulator.defaultPort)
  ),
  host: Flag.String("host").pipe(
    Flag.withDescription("Address to listen on; others than 127.0.0.1 let other machines in"),
    Flag.withDefault("127.0.0.1")
  ),
  http: Flag.Boolean("http").pipe(
    Flag.withDescription(
      "Serve plain http, for tools that can't trust the simulator's own certificate authority"
    ),
    Flag.withDefault(simulator.http ?? false)
  ),
  dataDir: Flag.String("data-dir").pipe(
    Flag.withDescription("Folder to keep state in"),
    Flag.withDefault(`.data/${simulator.kind}-simulator`)
  ),
  readyFile: Flag.String("ready-file").pipe(
    Flag.withDescription("File to write the address to, as JSON, once it answers"),
    Flag.optional
  ),
  faults: Flag.String("faults").pipe(
    Flag.withDescription("File with the fault plan to start with, as JSON"),
    Flag.optional
  ),
  json: Flag.Boolean("json").pipe(
    Flag.withDescription("Print JSON lines: first the address, then each thing that happens"),
    Flag.withDefault(false)
  )
})

/** What the flags come to. */
export type SimulatorFlags = Command.Command.Config.Infer<ReturnType<typeof simulatorFlags>>

/** Serves until it is interrupted, and says where. */
export const serveSimulator = Effect.fnUntraced(function* (
  simulator: Simulator,
  { faults, json, readyFile, ...options }: SimulatorFlags
) {
  const print = json ? printJson : printLines
  // The first line tells where; nothing is printed before it, and nobody is told before the start is in the log.
  let isTold = false
  const context = yield* Layer.build(
    simulatorLayer(simulator, {
      ...options,
      ...(Option.isSome(faults) ? { faults: faults.value } : {}),
      print: (entry) => (isTold ? print(entry) : Effect.void)
    })
  )
  const ready = readyOf(simulator, Context.get(context, SimulatorAddress), Context.get(context, DataFolder))
  yield* Context.get(context, EventLog).note({
    kind: "started",
    summary: `${simulator.title} ${simulator.version} started.`,
    detail: { url: ready.url }
  })
  isTold = true
  yield* Console.log(json ? JSON.stringify(ready) : readyText(simulator.title, ready))
  if (Option.isSome(readyFile)) yield* writeReadyFile(readyFile.value, ready)
  return yield* Effect.never
}, Effect.scoped)

/** The simulator as a command: it serves until it is interrupted. */
export const simulatorCommand = (simulator: Simulator) =>
  Command.make(`${simulator.kind}-simulator`, simulatorFlags(simulator), (flags) =>
    serveSimulator(simulator, flags)
  ).pipe(Command.withDescription(`${simulator.title}, for development and tests`))
