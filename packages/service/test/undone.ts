import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Runs an effect and undoes its writes, as a restore to the moment before does; returns what it returned. */
export const undone = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const done = yield* Deferred.make<A>()
  const run = Effect.flatMap(effect, (value) => Deferred.succeed(done, value))
  yield* Effect.andThen(run, Effect.fail("undo" as const)).pipe(
    sql.withTransaction,
    Effect.catchIf(
      (failure) => failure === "undo",
      () => Effect.void
    )
  )
  return yield* Deferred.await(done)
})
