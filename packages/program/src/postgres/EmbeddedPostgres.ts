/**
 * A PostgreSQL server from npm, with its data in a folder: for `start`, the tests, `bench` and `chaos`. The service
 * itself uses any PostgreSQL by DATABASE_URL and doesn't depend on this package.
 *
 * The server is a separate process that outlives a killed parent, so no committed data is lost, and the next start
 * adopts the server. Hence all state is in files (postmaster.pid, the users, the lock), and every decision to start or
 * stop it is made under the lock. The trap: as root the server runs as another user, and its data may be elsewhere
 * (`homeOf`). It listens on 127.0.0.1 only, on any free port, and requires a random password.
 */
import { makeFolder } from "@embedded-super/program/makeFolder"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { join } from "node:path"
import { ensureCluster, readPassword, ROLE } from "./cluster.ts"
import { DatabaseProblem } from "./DatabaseProblem.ts"
import { homesOutside } from "./outside.ts"
import { choosePlaces, clusterOf, homeOf, type Places, removeHome } from "./places.ts"
import { installedPrograms, program } from "./programs.ts"
import { findServer, startServer, stopServer, untilReadyOrGone } from "./server.ts"
import { enter, leave, otherUsers, withLock } from "./users.ts"

export interface Options {
  /** Holds all files of the embedded database (or their location): cluster, password, log. */
  readonly folder: string
  /** Additional server settings, as in postgresql.conf: `fsync=off` for tests. */
  readonly extra?: ReadonlyArray<string>
  /** The time that clients have to disconnect when the last user leaves; by default they are disconnected at once. */
  readonly grace?: Duration.Input
}

export interface EmbeddedDatabase {
  /** postgres://user:password@host:port/database */
  readonly url: Redacted.Redacted
  /** Fails if the database is lost while it is in use, and can't be restarted. */
  readonly lost: Effect.Effect<never, DatabaseProblem>
}

/** Errors that may occur briefly after a crash or beside another program, and are worth a retry. */
const PASSING = /shared memory block|Address already in use|lock file/

const start = (places: Places, options: Options, port: Option.Option<number>) =>
  startServer({
    postgres: program(places.programs, "postgres"),
    cluster: clusterOf(places),
    user: places.user,
    logFile: join(options.folder, "server.log"),
    port,
    extra: options.extra ?? []
  }).pipe(
    Effect.retry({
      while: (error) => error._tag === "DatabaseProblem" && PASSING.test(error.problem),
      schedule: Schedule.spaced("250 millis"),
      times: 40
    })
  )

/** Under the lock: joins or adopts the server that runs, or starts one. */
const acquire = Effect.fnUntraced(function* (places: Places, options: Options) {
  const cluster = clusterOf(places)
  const others = yield* otherUsers(options.folder)
  yield* enter(options.folder)
  const made = yield* ensureCluster(places, options.folder)
  const running = yield* untilReadyOrGone(cluster)
  if (Option.isSome(running) && running.value.isReady) {
    return { server: running.value, how: others.length > 0 ? "joined" : "adopted an orphan" }
  }
  yield* stopServer(cluster)
  const server = yield* start(places, options, Option.none())
  return { server, how: made === "made" ? "made and started" : "started" }
})

/** Under the lock: stops the server if this is its last user. */
const release = Effect.fnUntraced(function* (places: Places, options: Options) {
  yield* leave(options.folder)
  const others = yield* otherUsers(options.folder)
  if (others.length === 0) yield* stopServer(clusterOf(places), options.grace)
})

/** The number of failed restarts of a server that died before `keepAlive` fails. */
const STARTS = 5

/** Under the lock: restarts the server on the same port, unless another process has. */
const startAgain = (places: Places, options: Options, port: number) =>
  withLock(
    options.folder,
    Effect.gen(function* () {
      if (Option.isSome(yield* untilReadyOrGone(clusterOf(places)))) return
      yield* Effect.logWarning("The embedded database died; starting it again")
      yield* start(places, options, Option.some(port))
    })
  ).pipe(
    Effect.catchTag("PlatformError", (error) => Effect.fail(unusable(options.folder)(error))),
    Effect.retry({
      while: () => exists(places),
      schedule: Schedule.spaced("1 second"),
      times: STARTS - 1
    })
  )

/** Whether there still is a database to start. */
const exists = (places: Places) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) =>
    Effect.orElseSucceed(fs.exists(join(clusterOf(places), "PG_VERSION")), () => false)
  )

const gone = (folder: string) =>
  Effect.fail(
    new DatabaseProblem({
      problem: `The data folder ${folder} was removed under the running database.`,
      remedy: "Put it back from a copy, or start again with an empty one; what was in it is lost."
    })
  )

/** Restarts the server whenever it dies; fails if that fails. */
const keepAlive = (places: Places, options: Options, port: number) =>
  Effect.gen(function* () {
    if (Option.isSome(yield* Effect.orElseSucceed(findServer(clusterOf(places)), Option.none))) return
    if (!(yield* exists(places))) return yield* gone(options.folder)
    yield* startAgain(places, options, port).pipe(
      Effect.catch((error) =>
        Effect.flatMap(exists(places), (stillThere) =>
          stillThere ? Effect.fail(error) : gone(options.folder)
        )
      )
    )
  }).pipe(Effect.repeat(Schedule.spaced("250 millis")))

const unusable = (folder: string) => (error: PlatformError) =>
  new DatabaseProblem({
    problem: `The embedded database can't use ${folder}: ${error.reason._tag} at ${"pathOrDescriptor" in error.reason ? error.reason.pathOrDescriptor : "a file"}.`,
    remedy: "Check its owner and the free space, choose another data folder, or set DATABASE_URL."
  })

/**
 * Uses the database of a folder while the scope is open. It adopts the server of a killed process, and joins one that a
 * live process uses. The last user stops the server.
 */
export const embeddedPostgres = Effect.fn("EmbeddedPostgres")(
  function* (options: Options) {
    const began = yield* Clock.currentTimeMillis
    const installed = yield* installedPrograms
    yield* makeFolder(options.folder)
    const { places, server, how } = yield* Effect.acquireRelease(
      withLock(
        options.folder,
        Effect.gen(function* () {
          const places = yield* choosePlaces(installed, options.folder)
          return { places, ...(yield* acquire(places, options)) }
        })
      ),
      ({ places }) =>
        withLock(options.folder, release(places, options)).pipe(
          Effect.when(exists(places)),
          Effect.catch((error) =>
            Effect.logWarning("The embedded database can't be stopped", Cause.fail(error))
          )
        )
    )
    const loss = yield* Deferred.make<never, DatabaseProblem>()
    yield* Effect.forkScoped(
      Effect.catch(keepAlive(places, options, server.port), (error) => Deferred.fail(loss, error))
    )
    const password = yield* readPassword(options.folder)
    yield* Effect.logInfo(`Embedded PostgreSQL ${installed.version}: ${how}`).pipe(
      Effect.annotateLogs({
        data: clusterOf(places),
        server: places.programs.folder,
        port: server.port,
        uid: places.user?.uid ?? "this user's",
        took_ms: (yield* Clock.currentTimeMillis) - began
      })
    )
    const url = Redacted.make(`postgres://${ROLE}:${password}@127.0.0.1:${server.port}/postgres`)
    return { url, lost: Deferred.await(loss) } satisfies EmbeddedDatabase
  },
  (effect, { folder }) =>
    Effect.catchTag(effect, "PlatformError", (error) => Effect.fail(unusable(folder)(error)))
)

/** Returns the server that runs on a folder. */
export const runningServer = (folder: string) =>
  Effect.flatMap(homeOf(folder), (home) => findServer(clusterOf({ home })))

/** The folders that hold the database of a data folder; empty if a process uses it. */
const unused = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const here = (yield* fs.exists(folder)) ? [folder] : []
  const users = yield* Effect.forEach(here, otherUsers)
  const pids = users.flat().map((name) => name.split("-")[0])
  if (pids.length > 0) {
    return yield* new DatabaseProblem({
      problem: `The database in ${folder} is in use by process ${pids.join(", ")}.`,
      remedy: "End it first."
    })
  }
  return [...(yield* homesOutside(folder)), ...here]
})

/** Stops the server that a killed process left running on a folder. */
export const stopOrphan = Effect.fnUntraced(function* (folder: string) {
  yield* Effect.forEach(yield* unused(folder), (home) => stopServer(clusterOf({ home })))
})

/** Permanently removes the embedded database of a data folder, wherever it is. Returns the removed folders. */
export const removeDatabase = Effect.fnUntraced(function* (folder: string) {
  const homes = yield* unused(folder)
  yield* Effect.forEach(homes, removeHome)
  return homes
})
