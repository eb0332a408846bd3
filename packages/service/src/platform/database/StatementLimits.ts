import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import { Settings } from "../config/Settings.ts"

interface Limits {
  /** A statement; also the pause between two of a transaction. */
  readonly statement: Duration.Duration
  /** Waiting for a lock. */
  readonly lock: Duration.Duration
  /** A statement of an import or a clean-up. */
  readonly backgroundStatement: Duration.Duration
}

/**
 * How long the database may take for a statement before it gives up. PostgreSQL itself keeps these limits, so they
 * also hold when this process is stopped or cut off.
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

/** The limits of `Settings`. */
export const statementLimitsFromSettings = Layer.effect(
  StatementLimits,
  Effect.map(Settings, ({ timeouts }) => timeouts)
)

const millis = (duration: Duration.Duration) => String(Math.ceil(Duration.toMillis(duration)))

/** What each session begins with. */
export const startupLimits = ({ lock, statement }: Limits) => ({
  statement_timeout: millis(statement),
  lock_timeout: millis(lock),
  idle_in_transaction_session_timeout: millis(statement)
})

/** Sets other limits until the transaction ends; a zero lifts a limit. */
export const limitTransaction = (sql: SqlClient.SqlClient, limits: Limits) => {
  const settings = Object.entries(startupLimits(limits)).map(
    ([name, value]) => sql`set_config(${name}, ${value}, true)`
  )
  return Effect.asVoid(sql`SELECT ${sql.csv(settings)}`)
}

/** Gives an import or a clean-up, of which nobody waits for an answer, the longer limit: in a transaction of its own. */
export const inBackground =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.flatMap(StatementLimits, ({ backgroundStatement }) => {
      const limits = { statement: backgroundStatement, lock: backgroundStatement, backgroundStatement }
      return sql.withTransaction(Effect.andThen(limitTransaction(sql, limits), work))
    })
