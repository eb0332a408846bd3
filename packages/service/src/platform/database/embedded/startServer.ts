import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import { spawn } from "node:child_process"
import { closeSync, openSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { OperatorError } from "../../OperatorError.ts"
import { clusterOf } from "./cluster.ts"
import { findServer, pidFile } from "./findServer.ts"
import { NotYet } from "./NotYet.ts"
import { serverEnvironment } from "./osUser.ts"
import type { Places } from "./places.ts"
import { program } from "./programs.ts"

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
