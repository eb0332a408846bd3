import { embeddedPostgres, runningServer } from "@embedded-super/program/postgres/EmbeddedPostgres"
import { withLock } from "@embedded-super/program/postgres/users"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import { execFileSync } from "node:child_process"
import process from "node:process"
import { Database, DatabaseUrl } from "@embedded-super/service/platform"

/** Where a cell has its database. */
export interface Databases {
  readonly port: number
  /** The address of a database. Its port differs where a proxy is in between. */
  readonly url: (database: string, port?: number) => Redacted.Redacted
  /** Makes a migrated database that is empty otherwise. */
  readonly newDatabase: (name: string) => Effect.Effect<void>
}

/** A real PostgreSQL, with fsync on, used by one run only. */
export interface Server extends Databases {
  /** Ends the server at once, as a crash would. It is started again on the same port within a second. */
  readonly crash: Effect.Effect<void, never, FileSystem.FileSystem>
  /** Ends it at once, and keeps it from starting while an effect runs. */
  readonly crashed: <A, R>(
    effect: Effect.Effect<A, never, R>
  ) => Effect.Effect<A, never, R | FileSystem.FileSystem>
  /** Stops each of its processes while an effect runs: connections neither fail nor answer. */
  readonly frozen: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R | FileSystem.FileSystem>
  /** Waits until it takes connections. */
  readonly answers: Effect.Effect<void>
}

const TEMPLATE = "chaos_template"

/** Whether the signal was sent: a process of the server may have ended by itself. */
const isSent = (pid: number, signal: "SIGSTOP" | "SIGCONT"): boolean => {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === "ESRCH") return false
    throw error
  }
}

const ask = (url: Redacted.Redacted, statement: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement)).pipe(
    Effect.provide(PgClient.layer({ url, maxConnections: 1 })),
    Effect.scoped
  )

/** Starts the server in a folder; it ends with the scope. `extra` are further settings, as in postgresql.conf. */
export const startServer = Effect.fnUntraced(function* (folder: string, extra: ReadonlyArray<string> = []) {
  const { url: main } = yield* embeddedPostgres({ folder, extra: ["max_connections=600", ...extra] })
  const port = Number(new URL(Redacted.value(main)).port)
  const urlOf = (database: string, at = port) => {
    const url = new URL(Redacted.value(main))
    url.pathname = `/${database}`
    url.port = String(at)
    return Redacted.make(url.href)
  }
  const running = Effect.orDie(runningServer(folder))
  const quit = Effect.gen(function* () {
    const server = yield* running
    if (Option.isSome(server)) yield* Effect.sync(() => void process.kill(server.value.pid, "SIGQUIT"))
  })
  const freeze = Effect.map(running, (server) => {
    const { pid } = Option.getOrThrow(server)
    // The postmaster is stopped first, so it starts no other process.
    process.kill(pid, "SIGSTOP")
    const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" })
    const pids = [pid, ...children.trim().split(/\s+/).map(Number)]
    return pids.filter((each) => isSent(each, "SIGSTOP"))
  })
  const thaw = (pids: ReadonlyArray<number>) =>
    Effect.sync(() => {
      for (const pid of pids) isSent(pid, "SIGCONT")
    })
  const answers = ask(main, "SELECT 1").pipe(
    Effect.retry({ schedule: Schedule.spaced("50 millis"), times: 1200 }),
    Effect.orDie,
    Effect.asVoid
  )
  yield* ask(main, `CREATE DATABASE ${TEMPLATE}`)
  yield* Database.migrate().pipe(Effect.provideService(DatabaseUrl, urlOf(TEMPLATE)))
  const server: Server = {
    port,
    url: urlOf,
    newDatabase: (name) =>
      Effect.asVoid(Effect.orDie(ask(main, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`))),
    crash: quit,
    // Starting the server again waits for the same lock.
    crashed: (effect) => Effect.catch(withLock(folder, Effect.andThen(quit, effect)), Effect.die),
    frozen: (effect) => Effect.acquireUseRelease(freeze, () => effect, thaw),
    answers
  }
  return server
})
