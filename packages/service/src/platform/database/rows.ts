/**
 * Rows of a query, and one statement instead of several. A read: `columnsOf` names each column of a joined table after the table, and `apart`
 * takes the rows apart again. A write: `together` makes several writes in one statement.
 *
 * The trap of a read: FOR UPDATE in the same statement locks the newest version of a row, but the transaction that it waited
 * for may have changed the joined tables since the statement began, and their rows are then the old ones. Lock first, and
 * read in a statement of its own.
 *
 * The trap of a write: the writes see the same snapshot, so none sees what another one writes, and no two of them may
 * change the same row.
 */
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"

/** The first row of a query; undefined if there is none. */
export const firstRow = <A, E, R>(query: Effect.Effect<ReadonlyArray<A>, E, R>) =>
  Effect.map(query, (rows) => rows[0])

/** Whether a query returns a row; for a statement with RETURNING, whether it wrote one. */
export const hasRow = <A, E, R>(query: Effect.Effect<ReadonlyArray<A>, E, R>) =>
  Effect.map(query, (rows) => rows.length > 0)

/** The columns of a joined table: `x.id AS "x.id"`. */
export const columnsOf = (table: string, columns: ReadonlyArray<string>): string =>
  columns.map((column) => `${table}.${column} AS "${table}.${column}"`).join(", ")

/**
 * The parts of a row: the columns without a table in their name, and those of each table. A table whose `key` is null
 * has no row there.
 */
export const apart = (row: object) => {
  const own: Record<string, unknown> = {}
  const joined = new Map<string, Record<string, unknown>>()
  for (const [name, value] of Object.entries(row)) {
    const [table = "", column] = name.split(".", 2)
    if (column === undefined) own[name] = value
    else joined.set(table, { ...joined.get(table), [column]: value })
  }
  const of = <Row extends object>(table: string, key: keyof Row & string): Row | undefined => {
    const found = joined.get(table)
    return found === undefined || found[key] === null ? undefined : (found as Row)
  }
  return { own, of }
}

/** Writes as parts of a WITH, each followed by a comma. */
export const parts = (
  sql: SqlClient.SqlClient,
  writes: ReadonlyArray<Statement.Fragment>
): Statement.Fragment =>
  writes.reduce<Statement.Fragment>(
    (before, write, index) => sql`${before}${sql.literal(`write_${index} AS (`)}${write}), `,
    sql``
  )

/** Several writes in one statement. */
export const together = (sql: SqlClient.SqlClient, writes: ReadonlyArray<Statement.Fragment>) =>
  sql`WITH ${parts(sql, writes)} written AS (SELECT) SELECT FROM written`

/**
 * A condition that holds always, and lets the commit of its statement return before the disk has it (D-unflushed-writes):
 * a database that dies within the next second may lose the write, and never a commit with a flush after it.
 * For writes that an expired lease or a later try would replace anyway.
 *
 * The trap: within a transaction it is the whole transaction that isn't flushed. Only for statements outside of any.
 */
export const unflushed = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.literal("set_config('synchronous_commit', 'off', true) = 'off'")

/**
 * The row that the first process to ask stores, and all share. The trap: an INSERT on conflict fails on a read-only database
 * even if it would change nothing, so who finds the row writes nothing.
 */
export const findOrInsert = <A, E, R, E2, R2>(
  find: Effect.Effect<A | undefined, E, R>,
  insert: Effect.Effect<unknown, E2, R2>
): Effect.Effect<A | undefined, E | E2, R | R2> =>
  Effect.flatMap(find, (found) =>
    found === undefined ? Effect.andThen(insert, find) : Effect.succeed(found)
  )
