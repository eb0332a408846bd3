import { makeFolder } from "@embedded-super/program/makeFolder"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { readFileSync } from "node:fs"
import { CannotStart } from "../CannotStart.ts"

/** Whether a process has ended and its parent hasn't collected it yet. Signals reach it as if it ran. */
const isZombie = (pid: number): boolean =>
  Result.match(
    Result.try(() => readFileSync(`/proc/${pid}/stat`, "utf8")),
    // Elsewhere than on Linux there is no such file.
    { onFailure: () => false, onSuccess: (stat) => /\) [ZX] /.test(stat) }
  )

/** Signal 0 only tests for existence. EPERM means that the process exists and belongs to another user. */
const isRunning = (pid: number): boolean => {
  if (!Number.isSafeInteger(pid) || pid <= 0 || isZombie(pid)) return false
  const signalled = Result.try({ try: () => process.kill(pid, 0), catch: (error) => error })
  return (
    Result.isSuccess(signalled) ||
    (Predicate.hasProperty(signalled.failure, "code") && signalled.failure.code === "EPERM")
  )
}

/** Locks a folder for this process. A lock left by a killed process is replaced. */
const lockFolder = Effect.fn("lockFolder")(function* (folder: string, file: string) {
  const fs = yield* FileSystem.FileSystem
  const write = fs.writeFileString(file, `${process.pid}\n`, { flag: "wx" })
  const takeOver = Effect.gen(function* () {
    const holder = Number(yield* fs.readFileString(file))
    // The lock may hold this process's own id, left by an earlier one: containers assign the same id each time.
    if (holder !== process.pid && isRunning(holder)) {
      return yield* new CannotStart({
        sentence: `Process ${holder} already uses ${folder}. Stop it, or name another folder with --data-dir.`
      })
    }
    yield* fs.remove(file)
    yield* write
  })
  yield* Effect.acquireRelease(
    write.pipe(
      Effect.catchReason("PlatformError", "AlreadyExists", () => takeOver),
      Effect.mapError((error) =>
        error._tag === "CannotStart"
          ? error
          : new CannotStart({ sentence: `Can't lock ${folder}: ${error.message}` })
      )
    ),
    () => Effect.ignore(fs.remove(file))
  )
})

/** The folder for data that must outlive a simulator. Only its owner may read it, and only one process uses it. */
export class DataFolder extends Context.Service<
  DataFolder,
  {
    readonly path: string
    /** The path of a file in it. */
    readonly file: (name: string) => string
  }
>()("@embedded-super/simulator-kit/DataFolder") {
  static readonly layer = (directory: string) =>
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
