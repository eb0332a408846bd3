/**
 * Several processes may use one embedded server: `start`, and `admin` beside it. Each leaves a file in the data folder,
 * named after its identity. The first starts the server, and the last stops it. Files of killed processes don't count;
 * their server is an orphan that the next user adopts.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schedule from "effect/Schedule"
import { join } from "node:path"
import process from "node:process"
import { DatabaseProblem } from "./DatabaseProblem.ts"
import { identity, isSame } from "./processes.ts"

const usersOf = (folder: string) => join(folder, "users")
const self = identity(process.pid)

class Busy extends Data.TaggedError("Busy") {}

const acquire = Effect.fnUntraced(function* (lock: string) {
  const fs = yield* FileSystem.FileSystem
  const draft = `${lock}.${self}`
  yield* fs.writeFileString(draft, self)
  const linked = yield* Effect.result(fs.link(draft, lock))
  yield* fs.remove(draft)
  if (linked._tag === "Success") return
  const holder = yield* Effect.orElseSucceed(fs.readFileString(lock), () => "")
  // Renamed, not removed: if two processes find a dead holder, only one rename succeeds, and neither removes a new
  // lock.
  if (holder !== "" && !isSame(holder)) {
    yield* Effect.ignore(fs.rename(lock, `${lock}.dead`))
    yield* fs.remove(`${lock}.dead`, { force: true })
  }
  return yield* new Busy()
})

/** Runs `effect` while no other process starts or stops the server of this folder. */
export const withLock = <A, E, R>(folder: string, effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) => {
    const lock = join(folder, "lock")
    return Effect.acquireUseRelease(
      acquire(lock).pipe(
        Effect.retry({
          while: (error) => error._tag === "Busy",
          schedule: Schedule.spaced("50 millis"),
          times: 1200
        }),
        Effect.catchTag("Busy", () =>
          Effect.fail(
            new DatabaseProblem({
              problem: `Another process has been starting or stopping the embedded database for a minute (${lock}).`,
              remedy: "Wait for it or end it, then try again."
            })
          )
        )
      ),
      () => effect,
      () => Effect.ignore(fs.remove(lock))
    )
  })

/** Returns the other processes that use the server now. Removes the files of those that ended without leaving. */
export const otherUsers = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.makeDirectory(usersOf(folder), { recursive: true })
  const names = yield* fs.readDirectory(usersOf(folder))
  const gone = names.filter((name) => !isSame(name))
  yield* Effect.forEach(gone, (name) => fs.remove(join(usersOf(folder), name), { force: true }))
  return names.filter((name) => isSame(name) && name !== self)
})

export const enter = (folder: string) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) => fs.writeFileString(join(usersOf(folder), self), ""))

export const leave = (folder: string) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) => fs.remove(join(usersOf(folder), self), { force: true }))
