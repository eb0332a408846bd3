import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schedule from "effect/Schedule"
import type { Scope } from "effect/Scope"
import { join } from "node:path"
import { masterKeyIn } from "@embedded-super/program/testing/dataFolder"
import { type Receiver, startReceiver } from "../receiver/Receiver.ts"
import { newCell } from "./Cell.ts"
import { type Server, startServer } from "./Server.ts"

/** The remains of a row, to be searched for personal data and secrets (row 18). */
export interface Leftovers {
  readonly name: string
  /** Databases of the world's server. */
  readonly databases: ReadonlyArray<string>
  /** Folders whose files are searched, but for those named here. */
  readonly folders: ReadonlyArray<{ readonly path: string; readonly except: ReadonlyArray<string> }>
  readonly texts: ReadonlyArray<{ readonly name: string; readonly text: string }>
  /** Secrets as they are. */
  readonly secrets: ReadonlyArray<{ readonly name: string; readonly value: string }>
  readonly tfns: ReadonlySet<string>
}

/** The parts that all rows of a run share: a folder, a database server, a master key. */
export interface World {
  readonly folder: string
  readonly masterKeyFile: string
  readonly server: Server
  /** A receiver with a log of its own. */
  readonly receiver: (name: string, seed: number) => Effect.Effect<Receiver, never, Scope>
  readonly cell: typeof newCell
  /** Each row adds its remains. */
  readonly leftovers: Array<Leftovers>
}

/** Makes a world in a temporary folder, which is gone afterwards. */
export const makeWorld = Effect.fnUntraced(function* (databaseSettings: ReadonlyArray<string> = []) {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "embedded-super-chaos-" })
  // The database's own user has to reach it where this runs as root.
  yield* fs.chmod(folder, 0o755)
  const server = yield* startServer(join(folder, "postgres"), databaseSettings)
  return {
    folder,
    masterKeyFile: masterKeyIn(folder),
    server,
    receiver: (name, seed) => startReceiver(join(folder, `${name}.arrivals`), seed),
    cell: newCell,
    leftovers: []
  } satisfies World
})

/** Waits for a receipt that another process leaves; dies when it doesn't come. */
export const until = <E, R>(what: string, isSo: Effect.Effect<boolean, E, R>, seconds = 60) =>
  isSo.pipe(
    Effect.orDie,
    Effect.filterOrFail((so) => so),
    Effect.retry({ schedule: Schedule.spaced("50 millis"), times: seconds * 20 }),
    Effect.catch(() => Effect.die(new Error(`${what}: didn't happen within ${seconds} s`))),
    Effect.asVoid
  )
