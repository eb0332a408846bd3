import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import { dirname } from "node:path"

/**
 * Makes a folder, and those above it that aren't there. Node's own `recursive` never ends where the system denies a
 * folder's parent that is there, as in /proc.
 */
export const makeFolder = (
  folder: string,
  mode?: number
): Effect.Effect<void, PlatformError, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    if (yield* fs.exists(folder)) return
    if (dirname(folder) !== folder) yield* makeFolder(dirname(folder), mode)
    // Another process may make it at the same moment.
    yield* Effect.catchIf(
      fs.makeDirectory(folder, mode === undefined ? {} : { mode }),
      (error) => error.reason._tag === "AlreadyExists",
      () => Effect.void
    )
  })
