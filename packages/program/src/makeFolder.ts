import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import { dirname } from "node:path"

/**
 * Makes a folder, and those above it that aren't there. Node's own `recursive` never ends where the system refuses a
 * folder below one that is there, as in /proc.
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
      // Another process may have made it at the same moment; a file of that name is refused.
      Effect.catch((error) => Effect.flatMap(isThere, (is) => (is ? Effect.void : Effect.fail(error))))
    )
  })
