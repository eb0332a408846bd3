/**
 * Brings the schema up to date: the only code that changes it (D-migrate-alone, D-migrations).
 *
 * All of it runs on one connection, which also holds an advisory lock: if the connection is lost, so is the lock, and the next
 * `migrate` never works beside this one. Each migration commits by itself, with its name, so an interrupted run is continued.
 *
 * The trap: a waiting `migrate` must not wait inside of a statement. CREATE INDEX CONCURRENTLY waits for every statement that
 * began before it, and so for one that waits for the lock of the `migrate` which builds the index.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { OperatorError } from "../OperatorError.ts"
import { rootMessage } from "./checkServer.ts"
import { clientConfig } from "./clientConfig.ts"
import { Connections } from "./DatabaseUrl.ts"
import { grantTo } from "./grants.ts"
import { isSome, KEEP, listed, readLedger } from "./ledger.ts"
import { type Schema, schema } from "./migrations/index.ts"
import { limitSession, StatementLimits } from "./StatementLimits.ts"
import { type Difference, differencesOf } from "./schemaTraits.ts"

/**
 * The last migration of the versions that stored no digests. Those versions keep the names in a table of their own,
 * `migrations`, and refuse a name that they don't know: so later names aren't added to it, and such a version can still
 * start after an upgrade is reverted.
 */
const LAST_WITHOUT_DIGEST = "0018_fund_choices"

/** How `migrate` waits. */
export const MigrationPace = Context.Reference<{
  /** Between two looks whether another `migrate` has ended. */
  readonly look: Duration.Duration
  /** How often a migration waits for a table's lock, and the pause before it does again: others use the table in it. */
  readonly attempts: number
  readonly pause: Duration.Duration
}>("@embedded-super/service/platform/database/migrate/MigrationPace", {
  defaultValue: () => ({ look: Duration.millis(250), attempts: 5, pause: Duration.seconds(5) })
})

const throughPooler = new OperatorError({
  problem: "`migrate` can't work through a pooler in transaction mode: it holds a lock in its session.",
  remedy:
    "Connect it directly: for this command, DATABASE_URL with PostgreSQL's own address, and no DATABASE_POOLER."
})

const differs = (differences: readonly [Difference, ...ReadonlyArray<Difference>]) => {
  const [{ fate, migration, name }, ...others] = differences
  const more =
    others.length === 0
      ? ""
      : ` (${others.length} more differ, of ${listed(differences.map((difference) => difference.migration))})`
  return new OperatorError({
    problem: `The database was made by an earlier preview, whose ${migration} made another schema: ${name} ${fate}${more}.`,
    remedy: KEEP
  })
}

const remedyOf = ({ reason }: SqlError) =>
  reason._tag === "AuthorizationError"
    ? "The user of DATABASE_URL must own the database, or may create tables and functions in it."
    : "What was printed is applied. Correct the cause, then run `migrate` again: it continues there."

const failed = (what: string) => (error: SqlError) =>
  Effect.fail(new OperatorError({ problem: `${what} (${rootMessage(error)}).`, remedy: remedyOf(error) }))

const blocked = (name: string, times: number, lock: Duration.Duration) =>
  new OperatorError({
    problem: `${name} waited ${times} times ${Duration.format(lock)} for a table that another transaction uses, and isn't applied.`,
    remedy:
      "End long transactions on the database (pg_stat_activity lists them), then run `migrate` again: it continues there."
  })

/** Records a migration that was applied. */
const record = Effect.fnUntraced(function* (known: Schema, name: string) {
  const sql = yield* SqlClient.SqlClient
  const expands = !known.contracting.includes(name)
  yield* sql`INSERT INTO migration_digests (name, digest, expands)
    VALUES (${name}, ${known.digests[name] ?? ""}, ${expands})`
  if (name <= LAST_WITHOUT_DIGEST) {
    yield* sql`INSERT INTO migrations (name) VALUES (${name}) ON CONFLICT DO NOTHING`
  }
})

/**
 * Makes the tables of the record, and returns the names of the migrations to apply. A database from before digests gets them
 * if its schema is what these files make.
 */
const prepare = Effect.fn("Database.prepare")(function* (known: Schema) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE IF NOT EXISTS migrations (
    name text PRIMARY KEY,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`
  yield* sql`CREATE TABLE IF NOT EXISTS migration_digests (
    name text PRIMARY KEY,
    digest text NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),
    -- Whether a program that doesn't know the migration can work beside it.
    expands boolean NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`
  const { before, missing } = yield* readLedger(known)
  const differences = isSome(before) ? yield* differencesOf(known, before) : []
  if (isSome(differences)) return yield* differs(differences)
  yield* Effect.forEach(before, (name) => record(known, name), { discard: true })
  return missing.filter((name) => !before.includes(name))
})

/** An arbitrary number that no other code locks: "super" in ASCII. */
const LOCK = 0x7375706572

/** Waits until no other `migrate` runs on the database, and keeps others out until the connection closes. */
const untilAlone = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { look } = yield* MigrationPace
  const isAlone = Effect.map(
    sql<{ isAlone: boolean }>`SELECT pg_try_advisory_lock(${LOCK}) AS "isAlone"`,
    ([row]) => row?.isAlone === true
  )
  if (yield* isAlone) return
  yield* Effect.logInfo("Another `migrate` works on this database: waiting for its end")
  yield* Effect.repeat(isAlone, { until: (alone) => alone, schedule: Schedule.spaced(look) })
})

/** Applies a migration and records it, in a transaction unless its statements can't run in one. */
const apply = Effect.fnUntraced(function* (known: Schema, name: string) {
  const sql = yield* SqlClient.SqlClient
  const limits = yield* StatementLimits
  const { attempts, pause } = yield* MigrationPace
  const migration = Effect.andThen(
    Effect.withSpan(known.migrations[name] ?? Effect.void, `migration ${name}`),
    record(known, name)
  )
  const wait = (lock: Duration.Duration) => limitSession(sql, { ...limits, statement: Duration.zero, lock })
  // It blocks neither readers nor writers, and waits for each transaction that began before it: that may take any time.
  if (known.outside.includes(name)) return yield* Effect.andThen(wait(Duration.zero), migration)
  yield* wait(limits.lock)
  yield* Effect.retry(sql.withTransaction(migration), {
    while: ({ reason }) => reason._tag === "LockTimeoutError",
    schedule: Schedule.spaced(pause),
    times: attempts - 1
  }).pipe(
    Effect.catchIf(
      ({ reason }) => reason._tag === "LockTimeoutError",
      () => Effect.fail(blocked(name, attempts, limits.lock))
    )
  )
})

export interface MigrateOptions {
  /** Gets the name of each migration once it is committed. */
  readonly done?: (name: string) => Effect.Effect<void>
  /** A role that is to run the service. */
  readonly grantTo?: string | undefined
}

/**
 * Applies the migrations that the database doesn't have yet, ordered by name, and returns their names, and the roles that may
 * now run the service. First it compares: a database whose migrations were other files than this program's is refused, and nothing
 * is changed.
 *
 * Each name is stored separately (not "the highest number"), so a migration with a lower number that a later merge adds is still
 * applied. A migration may take any time, but waits for a lock no longer than a request does: other users of the table queue
 * behind it.
 */
export const migrate = Effect.fn("Database.migrate")(function* (
  known: Schema = schema,
  { done = () => Effect.void, grantTo: role }: MigrateOptions = {}
) {
  if ((yield* Connections).pooler === "transaction") return yield* throughPooler
  const limits = yield* StatementLimits
  const run = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* untilAlone
    yield* limitSession(sql, { ...limits, statement: Duration.zero })
    yield* sql`SET client_min_messages = warning`
    const due = yield* sql.withTransaction(prepare(known))
    for (const name of due) {
      yield* Effect.catchTag(apply(known, name), "SqlError", failed(`${name} can't be applied`))
      yield* done(name)
    }
    return { applied: due, granted: yield* grantTo(role) }
  })
  return yield* Effect.flatMap(clientConfig, PgClient.makeClient).pipe(
    Effect.flatMap((only) => Effect.provideService(run, SqlClient.SqlClient, only)),
    Effect.catchTag("SqlError", failed("The database can't be migrated")),
    Effect.scoped,
    Effect.provide(Reactivity.layer)
  )
})
