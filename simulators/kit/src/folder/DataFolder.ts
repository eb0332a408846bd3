import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import { CannotStart } from "../CannotStart.ts"
import { makeFolder } from "./makeFolder.ts"
import { lockFolder } from "./lock.ts"
import { finishReplacing, type Replacement } from "./replaceStates.ts"

/** A state that lies in the folder, as those see it who keep, restore or reset all of them. */
export interface FolderState {
  readonly name: string
  /** The state as JSON. */
  readonly save: Effect.Effect<unknown>
  /** Reads a saved state, to put it in the place of the present one. */
  readonly restore: (saved: unknown) => Effect.Effect<Replacement, CannotStart>
  /** The initial state, to put it in the place of the present one. */
  readonly reset: () => Replacement
}

/** Writes what is queued for the files of a folder; throws where it can't. */
export const writeQueued = ({ queues }: Pick<DataFolder["Service"], "queues">): void => {
  for (const flush of queues) flush()
}

/** The folder in which a simulator keeps what must outlive it. Nobody else may read it, and one process uses it. */
export class DataFolder extends Context.Service<
  DataFolder,
  {
    readonly path: string
    /** The place of a file in it. */
    readonly file: (name: string) => string
    /** The states in it that are open, in the order of opening. */
    readonly states: Array<FolderState>
    /** Each file's `flush`, of those that queue lines: what is answered from queued lines waits for `writeQueued`. */
    readonly queues: Array<() => void>
  }
>()("@embedded-super/simulator-kit/DataFolder") {
  static readonly layer = (
    directory: string
  ): Layer.Layer<DataFolder, CannotStart, FileSystem.FileSystem | Path.Path> =>
    Layer.effect(
      DataFolder,
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const path = yield* Path.Path
        const folder = path.resolve(directory)
        yield* makeFolder(folder, 0o700).pipe(
          Effect.andThen(fs.access(folder, { writable: true })),
          Effect.mapError(
            () =>
              new CannotStart({ sentence: `Can't write to ${folder}. Name another folder with --data-dir.` })
          )
        )
        yield* lockFolder(folder, path.join(folder, "running.pid"))
        const file = (name: string) => path.join(folder, name)
        yield* Effect.try({
          try: () => finishReplacing(file),
          catch: () =>
            new CannotStart({
              sentence: `Can't go on with what was being restored in ${folder}. Move the folder away, or name another with --data-dir.`
            })
        })
        return { path: folder, file, states: [], queues: [] }
      })
    )
}
