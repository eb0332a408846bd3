/**
 * Finds, starts and stops a PostgreSQL server process on a cluster.
 *
 * The state is only in the cluster's postmaster.pid, so that any process can find a server that another one started.
 * The trap: a kill or a power cut leaves that file behind, and its process id may belong to another program later. A
 * server's working directory is its data folder; `findServer` compares that.
 */
import { freePort } from "@embedded-super/program/freePorts"
import * as Data from "effect/Data"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import { spawn } from "node:child_process"
import { closeSync, openSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { DatabaseProblem } from "./DatabaseProblem.ts"
import { isAlive, type OsUser, serverEnvironment, workingFolder } from "./processes.ts"

/** A running server, as recorded in its postmaster.pid. */
export interface Server {
  readonly pid: number
  readonly port: number
  readonly isReady: boolean
}

/** The polled condition doesn't hold yet. */
class NotYet extends Data.TaggedError("NotYet") {}

const pidFile = (cluster: string) => join(cluster, "postmaster.pid")

/** Returns the server that runs on a cluster. */
export const findServer = Effect.fnUntraced(function* (cluster: string) {
  const fs = yield* FileSystem.FileSystem
  const text = yield* Effect.orElseSucceed(fs.readFileString(pidFile(cluster)), () => "")
  const lines = text.split("\n").map((line) => line.trim())
  const pid = Number(lines[0])
  if (!(pid > 0) || !isAlive(pid)) return Option.none<Server>()
  const works = workingFolder(pid)
  if (works !== undefined && works !== (yield* fs.realPath(cluster))) return Option.none<Server>()
  return Option.some<Server>({ pid, port: Number(lines[3] ?? 0), isReady: lines[7] === "ready" })
})

/** Waits until the server accepts connections or has ended. */
export const untilReadyOrGone = (cluster: string) =>
  findServer(cluster).pipe(
    Effect.filterOrFail(
      (server) => Option.isNone(server) || server.value.isReady,
      () => new NotYet()
    ),
    Effect.retry({ schedule: Schedule.spaced("25 millis"), times: 2400 }),
    Effect.catchTag("NotYet", () => findServer(cluster))
  )

/** The settings of every server; callers may add to them. */
const settings = (port: number): ReadonlyArray<string> => [
  `port=${port}`,
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=200",
  "timezone=UTC",
  "log_timezone=UTC",
  // The server's log must not hold user input: no statements, no values of rows that broke a constraint.
  "log_error_verbosity=terse",
  "log_min_error_statement=panic",
  "log_statement=none"
]

/** Three: a port that is taken is named two lines before the end. */
const lastErrors = (log: string) =>
  log
    .trim()
    .split("\n")
    .filter((line) => /FATAL|PANIC|ERROR|could not/.test(line))
    .slice(-3)
    .join(" ")

const notStarted = Effect.fnUntraced(function* (logFile: string) {
  const fs = yield* FileSystem.FileSystem
  const log = yield* Effect.orElseSucceed(fs.readFileString(logFile), () => "")
  return yield* new DatabaseProblem({
    problem: `The embedded database did not start. ${lastErrors(log)}`.trim(),
    remedy: `See ${logFile}; choose another data folder, or set DATABASE_URL to a PostgreSQL server.`
  })
})

/**
 * Starts a server and waits until it accepts connections (crash recovery included). It runs in a separate session, so
 * that Ctrl-C in the terminal doesn't reach the database before the programs that use it.
 */
export const startServer = Effect.fnUntraced(function* (options: {
  /** The path of the server's executable. */
  readonly postgres: string
  readonly cluster: string
  readonly user: OsUser | undefined
  readonly logFile: string
  /** None means any free port. */
  readonly port: Option.Option<number>
  readonly extra: ReadonlyArray<string>
}) {
  const { cluster, logFile, user } = options
  const fs = yield* FileSystem.FileSystem
  // No server runs here, so the file is stale. PostgreSQL would refuse to start if another process has the id in it.
  yield* fs.remove(pidFile(cluster), { force: true })
  yield* fs.writeFileString(logFile, "", { mode: 0o600 })
  const port = Option.isSome(options.port) ? options.port.value : yield* Effect.promise(freePort)
  const child = yield* Effect.sync(() => {
    const log = openSync(logFile, "a", 0o600)
    const child = spawn(
      options.postgres,
      ["-D", cluster, ...[...settings(port), ...options.extra].flatMap((setting) => ["-c", setting])],
      { ...user, cwd: "/", env: serverEnvironment, detached: true, stdio: ["ignore", log, log] }
    )
    child.on("error", () => undefined)
    child.unref()
    closeSync(log)
    return child
  })
  const ready = Effect.gen(function* () {
    const server = yield* findServer(cluster)
    if (Option.isSome(server) && server.value.pid === child.pid && server.value.isReady) return server.value
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      return yield* new NotYet()
    return yield* notStarted(logFile)
  })
  return yield* Effect.retry(ready, {
    while: (error) => error._tag === "NotYet",
    schedule: Schedule.spaced("15 millis"),
    times: 20_000
  }).pipe(Effect.catchTag("NotYet", () => notStarted(logFile)))
})

const signal = (server: Server, name: "SIGTERM" | "SIGINT" | "SIGQUIT") =>
  Effect.try({
    try: () => process.kill(server.pid, name),
    catch: () =>
      new DatabaseProblem({
        problem: `The embedded database (process ${server.pid}) belongs to another user of this machine.`,
        remedy: "Run as the user who started it."
      })
  })

/**
 * Stops a server: closes connections and writes all data, so that the next start needs no recovery. `grace`: how long
 * its clients may take to disconnect; new connections are refused from the start.
 */
export const stopServer = Effect.fnUntraced(function* (cluster: string, grace?: Duration.Input) {
  const gone = (patience: Duration.Input) =>
    findServer(cluster).pipe(
      Effect.filterOrFail(Option.isNone, () => new NotYet()),
      Effect.retry({ schedule: Schedule.spaced("15 millis"), while: (error) => error._tag === "NotYet" }),
      Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.fail(new NotYet()) })
    )
  const server = yield* findServer(cluster)
  if (Option.isNone(server)) return
  // SIGTERM waits for the clients, SIGINT disconnects them. SIGQUIT, for a server that hangs, skips the checkpoint; the
  // next start then recovers from the write-ahead log.
  const stop = (name: "SIGTERM" | "SIGINT" | "SIGQUIT", patience: Duration.Input) =>
    Effect.andThen(signal(server.value, name), gone(patience))
  const now = Effect.catchTag(stop("SIGINT", "20 seconds"), "NotYet", () =>
    Effect.catchTag(stop("SIGQUIT", "5 seconds"), "NotYet", () => Effect.void)
  )
  if (grace === undefined) return yield* now
  yield* Effect.catchTag(stop("SIGTERM", grace), "NotYet", () => now)
})
