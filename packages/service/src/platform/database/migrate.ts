import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { OperatorError } from "../OperatorError.ts"
import { isSome, KEEP, listed, readLedger } from "./ledger.ts"
import { type Schema, schema } from "./migrations/index.ts"
import { limitTransaction, StatementLimits } from "./StatementLimits.ts"
import { type Difference, differencesOf } from "./schemaTraits.ts"

/**
 * The last migration of the versions that stored no digests. Those versions keep the names in a table of their own,
 * `migrations`, and refuse a name that they don't know: so later names aren't added to it, and such a version can still
 * start after an upgrade is reverted.
 */
const LAST_WITHOUT_DIGEST = "0018_fund_choices"

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
 * if its schema is what these files make. Call it in a transaction.
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

const isLockTimeout = (error: unknown): boolean =>
  isSqlError(error) && error.reason._tag === "LockTimeoutError"

/**
 * Applies the migrations that the database doesn't have yet, ordered by name, all in one transaction, and returns their
 * names. First it compares: a database whose migrations were other files than this program's is refused, and nothing
 * is changed.
 *
 * Several processes may start at once: an advisory lock lets one migrate while the others wait and then find nothing to
 * do. Each name is stored separately (not "the highest number"), so a migration with a lower number that a later merge
 * adds is still applied.
 *
 * A migration may take any time, but waits for a lock no longer than a request does: other users of the table queue
 * behind it.
 */
export const migrate = Effect.fn("Database.migrate")(function* (known: Schema = schema) {
  const sql = yield* SqlClient.SqlClient
  const limits = yield* StatementLimits
  const run = Effect.gen(function* () {
    yield* limitTransaction(sql, { ...limits, statement: Duration.zero, lock: Duration.zero })
    yield* sql`SELECT pg_advisory_xact_lock(${LOCK})`
    yield* limitTransaction(sql, { ...limits, statement: Duration.zero })
    yield* sql`SET LOCAL client_min_messages = warning`
    const due = yield* prepare(known)
    for (const name of due) {
      yield* Effect.withSpan(known.migrations[name] ?? Effect.void, `migration ${name}`)
      yield* record(known, name)
    }
    return due
  })
  return yield* sql.withTransaction(run).pipe(
    Effect.catchIf(isLockTimeout, () =>
      Effect.fail(
        new OperatorError({
          problem: `A migration waited ${Duration.format(limits.lock)} for a table that another transaction uses. Nothing was changed.`,
          remedy: "End long transactions on the database (pg_stat_activity lists them), then start again."
        })
      )
    )
  )
})
