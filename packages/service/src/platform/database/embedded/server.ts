import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import { spawn } from "node:child_process"
import { closeSync, openSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import process from "node:process"
import { OperatorError } from "../../OperatorError.ts"
import { clusterOf } from "./cluster.ts"
import { isAlive, workingFolder } from "./liveProcess.ts"
import { serverEnvironment } from "./osUser.ts"
import type { Places } from "./places.ts"
import { program } from "./programs.ts"

/** A running server, as its postmaster.pid tells. */
export interface Server {
  readonly pid: number
  readonly port: number
  readonly isReady: boolean
}

const pidFile = (cluster: string) => join(cluster, "postmaster.pid")

/**
 * The server that runs on a cluster. A postmaster.pid that a kill or a power cut left behind names a process that is
 * gone, or by now is something else: a server works in its data folder, and that tells them apart.
 */
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

const freePort = Effect.callback<number>((resume) => {
  const probe = createServer()
  probe.listen(0, "127.0.0.1", () => {
    const address = probe.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    probe.close(() => resume(Effect.succeed(port)))
  })
})

/** What the server is started with, beside what a test adds. */
const settings = (port: number): ReadonlyArray<string> => [
  `port=${port}`,
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=200",
  "timezone=UTC",
  "log_timezone=UTC",
  // The server's log must not hold what people typed: no statements, no values of rows that broke a constraint.
  "log_error_verbosity=terse",
  "log_min_error_statement=panic",
  "log_statement=none"
]

class NotYet extends Data.TaggedError("NotYet") {}

const lastLines = (text: string) =>
  text
    .trim()
    .split("\n")
    .filter((line) => /FATAL|PANIC|ERROR|could not/.test(line))
    .slice(-2)
    .join(" ")

const notStarted = Effect.fnUntraced(function* (logFile: string) {
  const fs = yield* FileSystem.FileSystem
  const log = yield* Effect.orElseSucceed(fs.readFileString(logFile), () => "")
  return yield* new OperatorError({
    problem: `The embedded database did not start. ${lastLines(log)}`.trim(),
    remedy: `See ${logFile}; set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL server.`
  })
})

/**
 * Starts a server in a session of its own, so that Ctrl-C in the terminal reaches this process and not the database
 * under it, and waits until it takes connections (also through the recovery after a crash).
 */
export const startServer = Effect.fnUntraced(function* (
  places: Places,
  options: {
    readonly folder: string
    readonly port: Option.Option<number>
    readonly extra: ReadonlyArray<string>
  }
) {
  const fs = yield* FileSystem.FileSystem
  const cluster = clusterOf(places)
  // Only a postmaster.pid of nobody's is left at this point. PostgreSQL itself would refuse to start when its number
  // was given to another process meanwhile.
  yield* fs.remove(pidFile(cluster), { force: true })
  const logFile = join(options.folder, "server.log")
  yield* fs.writeFileString(logFile, "", { mode: 0o600 })
  const port = Option.isSome(options.port) ? options.port.value : yield* freePort
  const child = yield* Effect.sync(() => {
    const log = openSync(logFile, "a", 0o600)
    const child = spawn(
      program(places.programs, "postgres"),
      ["-D", cluster, ...[...settings(port), ...options.extra].flatMap((setting) => ["-c", setting])],
      { ...places.user, cwd: "/", env: serverEnvironment, detached: true, stdio: ["ignore", log, log] }
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

const signal = (server: Server, name: "SIGINT" | "SIGQUIT") =>
  Effect.try({
    try: () => process.kill(server.pid, name),
    catch: () =>
      new OperatorError({
        problem: `The embedded database (process ${server.pid}) belongs to another user of this machine.`,
        remedy: "Run as the user who started it."
      })
  })

/** Waits until the server took connections or ended. */
export const untilReadyOrGone = (cluster: string) =>
  findServer(cluster).pipe(
    Effect.filterOrFail(
      (server) => Option.isNone(server) || server.value.isReady,
      () => new NotYet()
    ),
    Effect.retry({ schedule: Schedule.spaced("25 millis"), times: 2400 }),
    Effect.catchTag("NotYet", () => findServer(cluster))
  )

/** Stops a server: connections are closed, all is written, and the next start needs no recovery. */
export const stopServer = Effect.fnUntraced(function* (cluster: string) {
  const gone = (seconds: number) =>
    findServer(cluster).pipe(
      Effect.filterOrFail(Option.isNone, () => new NotYet()),
      Effect.retry({ schedule: Schedule.spaced("15 millis"), times: (seconds * 1000) / 15 })
    )
  const server = yield* findServer(cluster)
  if (Option.isNone(server)) return
  yield* signal(server.value, "SIGINT")
  yield* Effect.catchTag(gone(20), "NotYet", () =>
    // It hangs: end it without the last checkpoint; the write-ahead log makes up for it at the next start.
    Effect.andThen(signal(server.value, "SIGQUIT"), Effect.ignore(gone(5)))
  )
})
