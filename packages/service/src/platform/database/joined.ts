/**
 * One statement instead of several. A read: `columnsOf` names each column of a joined table after the table, and `apart`
 * takes the rows apart again. A write: `together` makes several writes in one statement.
 *
 * The trap of a read: FOR UPDATE in the same statement locks the newest version of a row, but the transaction that it waited
 * for may have changed the joined tables since the statement began, and their rows are then the old ones. Lock first, and
 * read in a statement of its own.
 *
 * The trap of a write: the writes see the same snapshot, so none sees what another one writes, and no two of them may
 * change the same row.
 */
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"

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
