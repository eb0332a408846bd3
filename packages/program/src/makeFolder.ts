import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import { dirname } from "node:path"

/**
 * Creates a folder and its missing parents. Node's own `recursive` never returns if the system refuses a folder below
 * an existing one, as in /proc.
 */
export const makeFolder = (
  folder: string,
  mode?: number
): Effect.Effect<void, PlatformError, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const isThere = Effect.orElseSucceed(
      Effect.map(fs.stat(folder), ({ type }) => type === "Directory"),
      () => false
    )
    if (yield* isThere) return
    if (dirname(folder) !== folder) yield* makeFolder(dirname(folder), mode)
    yield* fs.makeDirectory(folder, mode === undefined ? {} : { mode }).pipe(
      // Another process may have created it at the same moment; a file of that name is an error.
      Effect.catch((error) => Effect.flatMap(isThere, (is) => (is ? Effect.void : Effect.fail(error))))
    )
  })
