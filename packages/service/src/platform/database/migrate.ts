import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { OperatorError } from "../OperatorError.ts"
import { type Schema, schema } from "./migrations/index.ts"
import { limitTransaction, StatementLimits } from "./StatementLimits.ts"
import { type Difference, differencesOf } from "./schemaTraits.ts"

/**
 * The last migration of the versions that stored no digests. Those versions keep the names in a table of their own,
 * `migrations`, and refuse a name that they don't know: so later names aren't added to it, and such a version can still
 * start after an upgrade is reverted.
 */
const LAST_WITHOUT_DIGEST = "0018_fund_choices"

const listed = (names: ReadonlyArray<string>) => [...new Set(names)].toSorted().join(", ")

const newer = (names: ReadonlyArray<string>) =>
  new OperatorError({
    problem: `The database was migrated by a newer version of this program, which this one can't work beside (it has ${listed(names)}).`,
    remedy: "Run that version, or point DATABASE_URL at another database."
  })

const KEEP =
  "Nothing was changed. Run the version that made the database, or point DATABASE_URL at an empty one " +
  "(`start --clean` makes one, and removes what `start` kept)."

const earlier = (names: ReadonlyArray<string>) =>
  new OperatorError({
    problem: `The database was made by an earlier preview, whose migrations were other files (it has ${listed(names)}).`,
    remedy: KEEP
  })

const changedSince = (names: ReadonlyArray<string>) =>
  new OperatorError({
    problem: `The database was made by another file than this program's ${listed(names)}: their digests differ.`,
    remedy:
      "Nothing was changed. Run the version that last migrated the database, or a later release. If you changed the " +
      "file, restore it: a migration never changes once it is merged, and a change of the schema is a new file."
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

const isSome = <A>(list: ReadonlyArray<A>): list is readonly [A, ...ReadonlyArray<A>] => list.length > 0

/**
 * The database's record of its migrations: each name with the digest of its file. Fails if it isn't a record of this
 * program's files. A database from before digests gets them if its schema is what these files make (D-migrations).
 */
const appliedMigrations = Effect.fn("Database.appliedMigrations")(function* (known: Schema) {
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
  const rows = yield* sql<{ name: string; digest: string; expands: boolean }>`
    SELECT name, digest, expands FROM migration_digests`
  const applied = new Set(rows.map(({ name }) => name))

  const add = Effect.fnUntraced(function* (name: string) {
    const expands = !known.contracting.includes(name)
    yield* sql`INSERT INTO migration_digests (name, digest, expands)
      VALUES (${name}, ${known.digests[name] ?? ""}, ${expands})`
    if (name <= LAST_WITHOUT_DIGEST) {
      yield* sql`INSERT INTO migrations (name) VALUES (${name}) ON CONFLICT DO NOTHING`
    }
    applied.add(name)
  })

  if (applied.size === 0) {
    const before = (yield* sql<{ name: string }>`SELECT name FROM migrations`).map(({ name }) => name)
    const unknown = before.filter((name) => !(name in known.migrations))
    if (isSome(unknown)) return yield* earlier(unknown)
    const differences = isSome(before) ? yield* differencesOf(known, before) : []
    if (isSome(differences)) return yield* differs(differences)
    yield* Effect.forEach(before, add, { discard: true })
  }

  const unknown = rows.filter(({ name }) => !(name in known.migrations))
  const needed = unknown.filter(({ expands }) => !expands).map(({ name }) => name)
  if (isSome(needed)) return yield* newer(needed)
  const changed = rows.filter(({ digest, name }) => digest !== (known.digests[name] ?? digest))
  if (isSome(changed)) return yield* changedSince(changed.map(({ name }) => name))

  return { has: (name: string) => applied.has(name), add }
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
    const ledger = yield* appliedMigrations(known)
    const due = Object.entries(known.migrations)
      .filter(([name]) => !ledger.has(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
    for (const [name, migration] of due) {
      yield* Effect.withSpan(migration, `migration ${name}`)
      yield* ledger.add(name)
    }
    return due.map(([name]) => name)
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
