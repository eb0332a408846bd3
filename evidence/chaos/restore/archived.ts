/**
 * PostgreSQL with a base backup and an archive of its log, and its recovery to a moment, with the settings of the operators'
 * guide "Back it up". The server is Debian's: `pg_basebackup` must be of its version.
 */
import { freePort } from "@embedded-super/program/freePorts"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Database, DatabaseUrl } from "@embedded-super/service/platform"
import { guideFile, type Place } from "../cluster/guideFiles.ts"
import { giveToDatabase, runAsDatabase, startAsDatabase } from "../cluster/programs.ts"
import type { Databases } from "../world/Server.ts"
import { until } from "../world/World.ts"

const SERVERS = "/usr/lib/postgresql"
const newest = existsSync(SERVERS) ? readdirSync(SERVERS).toSorted().at(-1) : undefined

/** Why there can be no such server here; undefined if there can be one. */
export const lacksServer =
  newest === undefined ? "no server of Debian: apt-get install -y postgresql" : undefined

const programOf = (name: string) => join(SERVERS, newest ?? "", "bin", name)

/** The archive in the guide. */
const ARCHIVE = "/var/backups/postgresql/archive"

const guideLines = (title: string, places: ReadonlyArray<Place>) =>
  `\n${guideFile(title, places, "back-up")}\n`

const ROLE = "embedded_super"
const SUPERUSER = "postgres"

export interface Archived extends Databases {
  /** Makes the base backup. */
  readonly backUp: Effect.Effect<void>
  /** The server's time, in whole milliseconds: as an operator names a moment. */
  readonly now: Effect.Effect<Date>
  /** Stops the server, and starts it on the same port as it was at a moment after the base backup. */
  readonly restoreTo: (moment: Date) => Effect.Effect<void>
}

/** Starts the server in a folder; it ends with the scope. */
export const startArchived = Effect.fnUntraced(function* (folder: string) {
  const scope = yield* Scope.Scope
  const port = yield* Effect.promise(freePort)
  const [data, base, archive] = [join(folder, "data"), join(folder, "base"), join(folder, "archive")]
  mkdirSync(archive, { recursive: true })
  giveToDatabase(folder, archive)
  runAsDatabase(programOf("initdb"), ["-D", data, "-U", SUPERUSER, "--auth=trust", "--encoding=UTF8"])

  appendFileSync(join(data, "postgresql.conf"), guideLines("postgresql.conf", [[ARCHIVE, archive]]))

  const start = (from: string) =>
    Scope.provide(
      startAsDatabase(programOf("postgres"), [
        ...["-D", from, "-c", `port=${port}`, "-c", "listen_addresses=127.0.0.1"],
        ...["-c", "unix_socket_directories=", "-c", "max_connections=200"]
      ]),
      scope
    )
  const urlOf = (who: string, database: string, at = port) =>
    Redacted.make(`postgres://${who}@127.0.0.1:${at}/${database}`)
  const ask = <A extends object>(statement: string) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<A>(statement)).pipe(
      Effect.provide(PgClient.layer({ url: urlOf(SUPERUSER, "postgres"), maxConnections: 1 })),
      Effect.scoped
    )
  const holds = (statement: string) =>
    Effect.match(ask<{ so: boolean }>(`SELECT ${statement} AS so`), {
      onFailure: () => false,
      onSuccess: ([row]) => row?.so === true
    })
  const isOpen = holds("NOT pg_is_in_recovery()")

  let server = yield* start(data)
  yield* until("the server takes connections", isOpen)
  yield* Effect.orDie(ask(`CREATE ROLE ${ROLE} LOGIN`))

  const database: Archived = {
    port,
    url: (name, at) => urlOf(ROLE, name, at),
    newDatabase: (name) =>
      Effect.andThen(
        ask(`CREATE DATABASE ${name} OWNER ${ROLE}`),
        Effect.provideService(Database.migrate(), DatabaseUrl, urlOf(ROLE, name))
      ).pipe(Effect.orDie, Effect.asVoid),
    backUp: Effect.sync(() =>
      runAsDatabase(programOf("pg_basebackup"), [
        ...["-D", base, "-h", "127.0.0.1", "-p", String(port), "-U", SUPERUSER, "--checkpoint=fast"]
      ])
    ),
    now: Effect.map(
      ask<{ at: Date }>("SELECT date_trunc('milliseconds', clock_timestamp()) AS at"),
      ([row]) => row?.at ?? new Date(Number.NaN)
    ).pipe(Effect.orDie),
    restoreTo: Effect.fnUntraced(function* (moment) {
      const [last] = yield* Effect.orDie(
        ask<{ file: string }>("SELECT pg_walfile_name(pg_switch_wal()) AS file")
      )
      yield* until(
        "the log is archived",
        Effect.sync(() => existsSync(join(archive, last?.file ?? "none")))
      )
      runAsDatabase(programOf("pg_ctl"), ["stop", "-D", data, "-m", "fast"])
      yield* server.ended
      const signal = join(base, "recovery.signal")
      writeFileSync(signal, "")
      giveToDatabase(signal)
      // PostgreSQL doesn't read the T and the Z of ISO 8601 here.
      const text = moment.toISOString().replace("T", " ").replace("Z", "+00")
      appendFileSync(
        join(base, "postgresql.auto.conf"),
        guideLines("postgresql.auto.conf", [
          [ARCHIVE, archive],
          ["2026-11-30 02:32:54.811+00", text]
        ])
      )
      server = yield* start(base)
      yield* until("the recovery is over", isOpen)
    })
  }
  return database
})
