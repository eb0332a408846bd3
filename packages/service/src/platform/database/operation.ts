/**
 * Defines a service's operation that uses the database: `Effect.fn` with a span, whose database failures are defects,
 * so that they don't appear in the type of every caller.
 *
 * The HTTP server reads the defect: 503 with Retry-After while the database can't be reached, 500 otherwise
 * (`isDatabaseAway`). The trap: a worker retries by `isPassing` and therefore needs the typed `SqlError`. An effect
 * that a worker calls, or that runs inside another operation's transaction, stays a plain `Effect.fn`. So does an
 * operation that acts on a violated constraint.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import * as Schedule from "effect/Schedule"
import { isPassing } from "./databaseAway.ts"

/** Makes an effect's database errors defects. */
export const databaseDefects = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, SqlError>, R> =>
  Effect.catch(effect, (error) =>
    isSqlError(error) ? Effect.die(error) : Effect.fail(error as Exclude<E, SqlError>)
  )

type Body<Eff, A, Args extends Array<any>> = (...args: Args) => Generator<Eff, A, never>

/** An operation that reads, or whose statements don't need to be atomic. */
export const operation =
  (name: string) =>
  <Eff extends Effect.Effect<any, any, any>, A, Args extends Array<any>>(body: Body<Eff, A, Args>) => {
    const run = Effect.fnUntraced(body)
    return Effect.fn(name)((...args: Args) => databaseDefects(run(...args)))
  }

/**
 * `transaction(name)` defines an operation in one transaction: it commits as a whole, or fails and changes nothing. Its
 * body may require `SqlClient`.
 */
export const transactions = Effect.map(
  SqlClient.SqlClient,
  (sql) =>
    (name: string) =>
    <Eff extends Effect.Effect<any, any, any>, A, Args extends Array<any>>(body: Body<Eff, A, Args>) => {
      const run = Effect.fnUntraced(body)
      return Effect.fn(name)((...args: Args) =>
        run(...args).pipe(
          sql.withTransaction,
          Effect.provideService(SqlClient.SqlClient, sql),
          databaseDefects
        )
      )
    }
)

/**
 * Runs an effect in the caller's transaction, or in one of its own if there is none. Unlike `withTransaction` it makes no
 * savepoint, so a failure must fail the caller's transaction, too.
 */
export const inTransaction =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
    Effect.flatMap(Effect.serviceOption(sql.transactionService), (outer) =>
      Option.isSome(outer) ? effect : sql.withTransaction(effect)
    )

/** Retries a write for half a minute while a database that is away or a lock prevents it. */
export const outlasting = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.retry(effect, {
    schedule: Schedule.spaced("500 millis"),
    times: 60,
    while: isPassing
  })
