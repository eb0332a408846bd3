import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { OperatorError } from "../OperatorError.ts"
import { appliedMigrations } from "./appliedMigrations.ts"
import { type Schema, schema } from "./migrations/index.ts"
import { limitTransaction, StatementLimits } from "./StatementLimits.ts"

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
