import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import { Settings } from "../config/Settings.ts"

interface Limits {
  /** A statement, and the pause between two statements of a transaction. */
  readonly statement: Duration.Duration
  /** Waiting for a lock. */
  readonly lock: Duration.Duration
  /** A statement of an import or a clean-up. */
  readonly backgroundStatement: Duration.Duration
}

/**
 * How long a database statement may take before it fails. PostgreSQL itself enforces these limits, so they hold even if
 * this process is stopped or disconnected.
 */
export const StatementLimits = Context.Reference<Limits>(
  "@embedded-super/service/platform/database/StatementLimits",
  {
    defaultValue: () => ({
      statement: Duration.seconds(10),
      lock: Duration.seconds(5),
      backgroundStatement: Duration.minutes(15)
    })
  }
)

export const statementLimitsFromSettings = Layer.effect(
  StatementLimits,
  Effect.map(Settings, ({ timeouts }) => timeouts)
)

const millis = (duration: Duration.Duration) => String(Math.ceil(Duration.toMillis(duration)))

/** The parameters that each session starts with. */
export const startupLimits = ({ lock, statement }: Limits) => ({
  statement_timeout: millis(statement),
  lock_timeout: millis(lock),
  idle_in_transaction_session_timeout: millis(statement)
})

const limited = (sql: SqlClient.SqlClient, limits: Limits, isLocal: boolean) => {
  const settings = Object.entries(startupLimits(limits)).map(
    ([name, value]) => sql`set_config(${name}, ${value}, ${isLocal})`
  )
  return Effect.asVoid(sql`SELECT ${sql.csv(settings)}`)
}

/** Sets other limits until the transaction ends; zero removes a limit. */
export const limitTransaction = (sql: SqlClient.SqlClient, limits: Limits) => limited(sql, limits, true)

/** Sets other limits until the session ends. Only for a client with one connection: a pool would lend it to others. */
export const limitSession = (sql: SqlClient.SqlClient, limits: Limits) => limited(sql, limits, false)

/** Gives an import or a clean-up, whose result no caller waits for, the longer limit: in its own transaction. */
export const inBackground =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.flatMap(StatementLimits, ({ backgroundStatement }) => {
      const limits = { statement: backgroundStatement, lock: backgroundStatement, backgroundStatement }
      return sql.withTransaction(Effect.andThen(limitTransaction(sql, limits), work))
    })
