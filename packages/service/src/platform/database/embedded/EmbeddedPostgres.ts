import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { join } from "node:path"
import { Settings } from "../../config/Settings.ts"
import { makeFolder } from "../../makeFolder.ts"
import { OperatorError } from "../../OperatorError.ts"
import { DatabaseUrl } from "../DatabaseUrl.ts"
import { clusterOf, ensureCluster, readPassword, ROLE } from "./cluster.ts"
import { DatabaseLoss } from "./DatabaseLoss.ts"
import { choosePlaces, type Places } from "./places.ts"
import { installedPrograms } from "./programs.ts"
import { findServer, untilReadyOrGone } from "./findServer.ts"
import { startServer } from "./startServer.ts"
import { stopServer } from "./stopServer.ts"
import { enter, leave, otherUsers, withLock } from "./users.ts"

export interface Options {
  /** Holds everything of the embedded database (or says where it is): cluster, password, log. */
  readonly folder: string
  /** Further server settings, as in postgresql.conf: `fsync=off` for tests. */
  readonly extra?: ReadonlyArray<string>
}

/** What a start can meet for a moment after a crash or beside another program, and what is worth another try. */
const PASSING = /shared memory block|Address already in use|lock file/

const start = (places: Places, options: Options, port: Option.Option<number>) =>
  startServer(places, { folder: options.folder, port, extra: options.extra ?? [] }).pipe(
    Effect.retry({
      while: (error) => error._tag === "OperatorError" && PASSING.test(error.problem),
      schedule: Schedule.spaced("250 millis"),
      times: 40
    })
  )

/** Under the lock: takes the server that runs, or starts one. */
const take = Effect.fnUntraced(function* (places: Places, options: Options) {
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

/** Under the lock: the last one out stops the server. */
const giveBack = Effect.fnUntraced(function* (places: Places, options: Options) {
  yield* leave(options.folder)
  const others = yield* otherUsers(options.folder)
  if (others.length === 0) yield* stopServer(clusterOf(places))
})

/** How often a server that died is started again in vain before it is given up. */
const STARTS = 5

/** Under the lock: starts the server again, on the same port, unless another process has. */
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
      while: () => isThere(places),
      schedule: Schedule.spaced("1 second"),
      times: STARTS - 1
    })
  )

/** Whether there is still a database to serve, however badly. */
const isThere = (places: Places) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) =>
    Effect.orElseSucceed(fs.exists(join(clusterOf(places), "PG_VERSION")), () => false)
  )

/** Keeps the server alive while it is in use. What can't be mended is told to `DatabaseLoss`, once. */
const keepAlive = Effect.fnUntraced(function* (places: Places, options: Options, port: number) {
  const loss = yield* DatabaseLoss
  const look = Effect.gen(function* () {
    if (Option.isSome(yield* Effect.orElseSucceed(findServer(clusterOf(places)), Option.none))) return
    if (!(yield* isThere(places))) return yield* gone(options.folder)
    yield* startAgain(places, options, port).pipe(
      Effect.catch((error) =>
        Effect.flatMap(isThere(places), (there) => (there ? Effect.fail(error) : gone(options.folder)))
      )
    )
  })
  yield* look.pipe(
    Effect.repeat(Schedule.spaced("250 millis")),
    Effect.catch((error) => Deferred.fail(loss, error))
  )
})

const gone = (folder: string) =>
  Effect.fail(
    new OperatorError({
      problem: `The data folder ${folder} was removed under the running database.`,
      remedy:
        "Put it back from a copy, or start again with an empty one; what was in it is not here any more."
    })
  )

const unusable = (folder: string) => (error: PlatformError) =>
  new OperatorError({
    problem: `The embedded database can't use ${folder}: ${error.reason._tag} at ${"pathOrDescriptor" in error.reason ? error.reason.pathOrDescriptor : "a file"}.`,
    remedy: "Check its owner and the free space, set DATA_DIR to another folder, or set DATABASE_URL."
  })

/**
 * A PostgreSQL server from npm, with its data in a folder, for as long as the scope is open; answers its address.
 *
 * A server that a killed process left running is adopted; one that another living process uses is joined, and stopped
 * by whichever goes last. It listens on 127.0.0.1 only, on any free port, and asks for a random password.
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
          return { places, ...(yield* take(places, options)) }
        })
      ),
      ({ places }) =>
        withLock(options.folder, giveBack(places, options)).pipe(
          Effect.when(isThere(places)),
          Effect.catch((error) => Effect.logError("The embedded database can't be stopped", error))
        )
    )
    yield* Effect.forkScoped(keepAlive(places, options, server.port))
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
    return Redacted.make(`postgres://${ROLE}:${password}@127.0.0.1:${server.port}/postgres`)
  },
  (effect, { folder }) =>
    Effect.catchTag(effect, "PlatformError", (error) => Effect.fail(unusable(folder)(error)))
)

/** `DATABASE_URL` where it is set, the embedded database in the data folder where it isn't. */
export const DatabaseUrlFromSettings: Layer.Layer<
  DatabaseUrl,
  OperatorError,
  Settings | FileSystem.FileSystem
> = Layer.effect(
  DatabaseUrl,
  Effect.flatMap(Settings, (settings) =>
    Option.match(settings.databaseUrl, {
      onSome: Effect.succeed,
      onNone: () => embeddedPostgres({ folder: join(settings.dataDir, "postgres") })
    })
  )
)
