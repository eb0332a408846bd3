import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"

/**
 * A condition that holds always, and lets the commit of its statement return before the disk has it (D-unflushed-writes):
 * a database that dies within the next second may lose the write, and never a commit with a flush after it.
 * For writes that an expired lease or a later try would replace anyway.
 *
 * The trap: within a transaction it is the whole transaction that isn't flushed. Only for statements outside of any.
 */
export const unflushed = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.literal("set_config('synchronous_commit', 'off', true) = 'off'")
