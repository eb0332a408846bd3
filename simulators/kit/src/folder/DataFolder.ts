import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import { CannotStart } from "../CannotStart.ts"
import { makeFolder } from "./makeFolder.ts"
import { lockFolder } from "./lock.ts"

/** The folder in which a simulator keeps what must outlive it. Nobody else may read it, and one process uses it. */
export class DataFolder extends Context.Service<
  DataFolder,
  {
    readonly path: string
    /** The place of a file in it. */
    readonly file: (name: string) => string
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
        return { path: folder, file: (name) => path.join(folder, name) }
      })
    )
}
