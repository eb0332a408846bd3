import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { startProgram as start } from "@embedded-super/program/startProgram"
import { inScope, type ScopedProgram } from "@embedded-super/program/testing/inScope"
import type { Scope } from "effect/Scope"
import type { CannotStart } from "../CannotStart.ts"
import type { SimulatorClock } from "../clock/SimulatorClock.ts"
import type { DataFolder } from "../folder/DataFolder.ts"
import type { EventLog } from "../log/EventLog.ts"
import { SimulatorAddress } from "../server/listen.ts"
import type { Runnables } from "../server/operations.ts"
import { type Simulator, simulatorLayer, type SimulatorOptions } from "../server/simulator.ts"
import type { State } from "../state/State.ts"
import { askAt, type Asked } from "../cli/askAt.ts"
import type { Ready } from "../cli/readiness.ts"

export { type Answer, askAt, type Asked } from "../cli/askAt.ts"

/**
 * A simulator inside a test: on any free port, in a folder that is removed when the test ends, without output. Over
 * plain http by default.
 */
export const inProcess = (
  simulator: Simulator,
  options: Partial<SimulatorOptions> = {}
): Layer.Layer<SimulatorAddress | DataFolder | EventLog | Runnables | SimulatorClock | State, CannotStart> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = options.dataDir ?? (yield* Effect.orDie(fs.makeTempDirectoryScoped()))
      return simulatorLayer(simulator, {
        port: 0,
        host: "127.0.0.1",
        http: true,
        print: () => {},
        ...options,
        dataDir
      })
    })
  ).pipe(Layer.provide(NodeServices.layer))

/** Sends a request to the test's simulator. */
export const ask = (asked: Asked) => Effect.flatMap(SimulatorAddress, ({ url }) => askAt(url, asked))

export interface Started extends ScopedProgram {
  /** Its first line; dies if it ends without one. */
  readonly firstLine: Effect.Effect<string>
}

/** Starts a program of this workspace in its own process; it stops when the scope closes. */
export const startProgram = (
  main: string,
  ...args: ReadonlyArray<string>
): Effect.Effect<Started, never, Scope> =>
  Effect.map(
    inScope(() => start(main, args)),
    (program) => ({ ...program, firstLine: program.line((line) => line) })
  )

/** The ready message of a simulator that was started with `--json`. */
export const whenReady = ({ line }: Started): Effect.Effect<Ready> =>
  line((text) => (text.startsWith("{") ? (JSON.parse(text) as Ready) : undefined))
