import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"

/** Replaces a file atomically: after any crash a reader finds either the old content or the new one, whole. */
export const replaceFile = Effect.fn("replaceFile")(function* (path: string, content: string, mode = 0o600) {
  const fs = yield* FileSystem.FileSystem
  const { dirname } = yield* Path.Path
  const draft = `${path}.new`
  yield* Effect.scoped(
    Effect.gen(function* () {
      const file = yield* fs.open(draft, { flag: "w", mode })
      yield* file.writeAll(new TextEncoder().encode(content))
      yield* file.sync
    })
  )
  yield* fs.rename(draft, path)
  // Syncing the folder persists the new name. Windows can't sync a folder, and doesn't need to.
  yield* Effect.ignore(
    Effect.scoped(Effect.flatMap(fs.open(dirname(path), { flag: "r" }), (folder) => folder.sync))
  )
})
