import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"

/** Runs an effect in a transaction on a connection of its own, which stays open, with its locks, until `commit`. */
export const openTransaction = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const [begun, over] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const transaction = yield* effect.pipe(
    Effect.andThen(Deferred.succeed(begun, undefined)),
    Effect.andThen(Deferred.await(over)),
    sql.withTransaction,
    Effect.forkScoped
  )
  yield* Deferred.await(begun)
  return { commit: Effect.andThen(Deferred.succeed(over, undefined), Fiber.join(transaction)) }
})

/**
 * Waits until a statement of this database waits for a lock of another transaction, by the server's own record. Asks again
 * at once: under a test's clock a pause would never end.
 */
export const untilSomeoneWaits = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.pipe(
    Effect.repeat({ until: (rows) => rows.length > 0 })
  )
)
