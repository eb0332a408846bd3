import * as Predicate from "effect/Predicate"
import { isSqlError, type SqlError } from "effect/sql/SqlError"

/**
 * SQLSTATEs of the server's state, and not of the statement: connections, its resources (a full disk among them), its
 * shutdown and start, failures of the operating system; the limits of `StatementLimits` for a statement, a lock and an idle
 * transaction; and a primary that takes no changes, as after a switch-over.
 */
const AWAY = /^(?:08|53|57P0[1235]|58(?:000|030)|57014|55P03|25P0[34]|25006)/

const codeOf = (value: unknown): string => {
  if (!Predicate.isObject(value)) return ""
  const { code, fields } = value as { readonly code?: unknown; readonly fields?: unknown }
  return Predicate.isString(code) ? code : codeOf(fields)
}

/**
 * Whether the failure's cause is that the database can't be reached now, can't work or not in time, and not the statement
 * itself.
 */
export const isDatabaseAway = (error: unknown): boolean =>
  isSqlError(error) &&
  (error.reason._tag === "ConnectionError" || AWAY.test(codeOf((error.reason as { cause?: unknown }).cause)))

/**
 * Whether the same statement may succeed later. The trap: `isRetryable` alone is false for all of `AWAY` that Effect has no
 * reason for, such as a full disk.
 */
export const isPassing = (error: unknown): error is SqlError =>
  isSqlError(error) && (error.isRetryable || isDatabaseAway(error))
