import type { TimelineOutcome, TimelineSource } from "@embedded-super/contracts/schemas"
import type { SQLInputValue } from "node:sqlite"

/** Which entries, and how many. What is left out doesn't count. */
export interface ListOptions {
  readonly limit: number
  /** Only what was noted after this position, in that order. */
  readonly after?: number | undefined
  /** Only what comes before the entry with this position in causal order. */
  readonly olderThan?: number | undefined
  readonly source?: TimelineSource | undefined
  readonly kind?: string | undefined
  readonly outcome?: TimelineOutcome | undefined
  /** Part of the sentence or the path, in capital or small letters. */
  readonly text?: string | undefined
  /** The id of a thing. */
  readonly about?: string | undefined
}

/** A condition of a statement, with the values of its parameters. */
export interface Condition {
  readonly sql: string
  readonly values: ReadonlyArray<SQLInputValue>
}

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, "\\$&")

/** The conditions of a list on the columns of `entryColumns`. `about` differs: the service has a table of things. */
export const conditionsOf = (
  options: ListOptions,
  aboutSql = `about LIKE '%"id":"' || ? || '"%'`
): ReadonlyArray<Condition> => {
  const { about, after, kind, outcome, source, text } = options
  const conditions: Array<Condition> = []
  if (after !== undefined) conditions.push({ sql: "seq > ?", values: [after] })
  if (source !== undefined) conditions.push({ sql: "source = ?", values: [source] })
  if (kind !== undefined) conditions.push({ sql: "kind = ?", values: [kind] })
  if (outcome !== undefined) conditions.push({ sql: "outcome = ?", values: [outcome] })
  if (about !== undefined) conditions.push({ sql: aboutSql, values: [about] })
  if (text !== undefined) {
    const like = `%${escaped(text)}%`
    conditions.push({ sql: "(summary LIKE ? ESCAPE '\\' OR path LIKE ? ESCAPE '\\')", values: [like, like] })
  }
  return conditions
}
