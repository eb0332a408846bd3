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

/** Conditions of a statement, joined by AND, and the values of their parameters. */
export interface Conditions {
  readonly sql: string
  readonly values: ReadonlyArray<SQLInputValue>
}

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, "\\$&")

/** The filters of a list. */
export const conditionsOf = (options: ListOptions): Conditions => {
  const { about, after, kind, outcome, source, text } = options
  const like = text === undefined ? undefined : `%${escaped(text)}%`
  const all: ReadonlyArray<readonly [sql: string, ...values: ReadonlyArray<SQLInputValue | undefined>]> = [
    ["seq > ?", after],
    ["source = ?", source],
    ["kind = ?", kind],
    ["outcome = ?", outcome],
    ["EXISTS (SELECT 1 FROM things WHERE things.id = ? AND things.seq = entries.seq)", about],
    ["(summary LIKE ? ESCAPE '\\' OR path LIKE ? ESCAPE '\\')", like, like]
  ]
  const set = all.filter(([, value]) => value !== undefined)
  return {
    sql: ["TRUE", ...set.map(([sql]) => sql)].join(" AND "),
    values: set.flatMap(([, ...values]) => values.filter((value) => value !== undefined))
  }
}
