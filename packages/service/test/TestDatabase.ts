import * as PgClient from "@effect/sql-pg/PgClient"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes, createHash } from "node:crypto"
import { inject } from "vitest"
import { Database } from "../src/platform/database/Database.ts"
import { DatabaseUrl } from "../src/platform/database/DatabaseUrl.ts"
import { StatementLimits } from "../src/platform/database/StatementLimits.ts"
import { TEMPLATE } from "./postgres.ts"
import { BusinessClock } from "../src/platform/time/BusinessClock.ts"
import { TestSettings, devSettings } from "./TestSettings.ts"
import { type Migration, type Schema, schema } from "../src/platform/database/migrations/index.ts"

/** The clock of business rules, on the database of a test. */
export const TestBusinessClock = {
  /** As in production: it always shows the true time. */
  layer: Layer.fresh(BusinessClock.layer).pipe(Layer.provide(TestSettings.layer)),
  /** As with `--dev`: it can be moved ahead. */
  movable: Layer.fresh(BusinessClock.layer).pipe(Layer.provide(devSettings))
}

const urlOf = (database: string) => {
  const url = new URL(inject("postgresUrl"))
  url.pathname = `/${database}`
  return url.href
}

/** Runs one statement on the server's own database, outside of any test's. */
export const asServer = (statement: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement)).pipe(
    Effect.provide(
      PgClient.layer({
        url: Redacted.make(inject("postgresUrl")),
        maxConnections: 1,
        connectTimeout: "1 minute"
      })
    )
  )

/** A new database, cloned from a template and dropped when the scope closes; its name. */
export const clonedFrom = (template: string) =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      const name = `test_${randomBytes(8).toString("hex")}`
      yield* asServer(`CREATE DATABASE ${name} TEMPLATE ${template}`)
      return name
    }),
    (name) => Effect.orDie(asServer(`DROP DATABASE ${name} WITH (FORCE)`))
  )

/** The services of `TestDatabase` on the database of this name. */
export const onDatabase = (name: string) => on(Layer.succeed(DatabaseUrl, Redacted.make(urlOf(name))))

const own = Layer.effect(
  DatabaseUrl,
  Effect.map(clonedFrom(TEMPLATE), (name) => Redacted.make(urlOf(name)))
)

const usual = Context.get(Context.empty(), StatementLimits)

/**
 * Tests assert no times: on a loaded machine eight transactions that queue for one row wait longer than production allows.
 * PostgreSQL still ends a deadlock after a second. A test of the limits provides its own.
 */
const patient = Layer.effect(
  StatementLimits,
  Effect.map(StatementLimits, (limits) =>
    limits === usual ? { ...limits, statement: Duration.minutes(1), lock: Duration.minutes(1) } : limits
  )
)

// The pool's own timers keep real time: under TestClock, a jump of years would run each of their ticks.
const on = <E>(url: Layer.Layer<DatabaseUrl, E>) =>
  TestBusinessClock.movable.pipe(
    Layer.provideMerge(Database.layer.pipe(Layer.provide(patient))),
    Layer.provideMerge(url),
    Layer.provide(Layer.succeed(Clock.Clock, Clock.Clock.defaultValue()))
  )

/**
 * `SqlClient`, `PgClient` and `DatabaseUrl` on a migrated database that no other test file uses, and its
 * `BusinessClock`, which tests may move. Build it once in a test file with `layer(TestDatabase.layer)`; every test of
 * the file then sees the rows of the tests before it.
 */
export const TestDatabase = { layer: on(own) }

/** The schema of a program that has more migrations than this one; each has a digest of its own. */
export const withMigrations = (
  more: Readonly<Record<string, Migration>>,
  { contracting = [], outside = [] }: Partial<Pick<Schema, "contracting" | "outside">> = {}
): Schema => ({
  migrations: { ...schema.migrations, ...more },
  digests: {
    ...schema.digests,
    ...Object.fromEntries(
      Object.keys(more).map((name) => [name, createHash("sha256").update(name).digest("hex")])
    )
  },
  contracting,
  outside
})

/** A text without its ids: they are random, and one in a hundred holds some three digits. */
export const withoutIds = (text: string): string =>
  text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "an id")

/** A row's text without the hexadecimal form of its bytes, which are sealed: plain text would not be readable in it anyway. */
export const withoutBytes = (text: string): string => text.replaceAll(/\\+x[0-9a-f]*/g, "bytes")
