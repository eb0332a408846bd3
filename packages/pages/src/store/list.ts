import type { TimelineOutcome, TimelineSource } from "@embedded-super/contracts/schemas"
import type { SQLInputValue } from "node:sqlite"
import { noise } from "../kinds/noise.ts"

/** Which entries, and how many. Entries that are left out don't count. */
export interface ListOptions {
  readonly limit: number
  /** Only entries that were noted after this position, in that order. */
  readonly after?: number | undefined
  /** Only entries before the one with this position in causal order. */
  readonly olderThan?: number | undefined
  readonly source?: TimelineSource | undefined
  /** Of the funds' simulators, the one of this fund. */
  readonly slug?: string | undefined
  readonly kind?: string | undefined
  readonly outcome?: TimelineOutcome | undefined
  /** Part of the sentence or the path, in capital or small letters. */
  readonly text?: string | undefined
  /** The id of a thing or of a request, or its last letters, in capital or small letters. */
  readonly about?: string | undefined
  /** Ids of things that `text` names; the entries about them fit it, too. */
  readonly named?: ReadonlyArray<string> | undefined
  /** Without entries that only record: `noise`. */
  readonly withoutNoise?: boolean | undefined
}

/** Conditions of a statement, joined by AND, and the values of their parameters. */
export interface Conditions {
  readonly sql: string
  readonly values: ReadonlyArray<SQLInputValue>
}

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, "\\$&")

/** A chip on the page shows the last eight letters of an id. Only an id that isn't whole is sought by its end. */
const SHOWN_LETTERS = 8
const WHOLE_LETTERS = 36

/** The entries about a thing or with a request: by the id as it is, with small letters, and by its end. */
const aboutCondition = (about: string): readonly [sql: string, ...values: ReadonlyArray<string>] => {
  const id = about.trim().replace(/^…/, "")
  const small = id.toLowerCase()
  if (small.length < SHOWN_LETTERS || small.length >= WHOLE_LETTERS) {
    return [
      "(entries.seq IN (SELECT seq FROM things WHERE id IN (?, ?)) OR request_id IN (?, ?))",
      id,
      small,
      id,
      small
    ]
  }
  const end = `%${escaped(id)}`
  return [
    `(entries.seq IN (SELECT seq FROM things WHERE id LIKE ? ESCAPE '\\') OR request_id LIKE ? ESCAPE '\\')`,
    end,
    end
  ]
}

const noiseCondition = noise
  .map(
    ({ kind, method, outcome }) =>
      `(kind = '${kind}' AND outcome = '${outcome}'${method === null ? "" : ` AND method = '${method}'`})`
  )
  .join(" OR ")

/** The filters of a list. */
export const conditionsOf = (options: ListOptions): Conditions => {
  const { about, after, kind, named = [], outcome, slug, source, text, withoutNoise } = options
  const like = text === undefined ? undefined : `%${escaped(text)}%`
  const all: ReadonlyArray<readonly [sql: string, ...values: ReadonlyArray<SQLInputValue | undefined>]> = [
    ["seq > ?", after],
    ["source = ?", source],
    ["slug = ?", slug],
    ["kind = ?", kind],
    ["outcome = ?", outcome],
    about === undefined ? ["", about] : aboutCondition(about),
    named.length === 0
      ? ["(summary LIKE ? ESCAPE '\\' OR path LIKE ? ESCAPE '\\')", like, like]
      : [
          `(summary LIKE ? ESCAPE '\\' OR path LIKE ? ESCAPE '\\'
            OR entries.seq IN (SELECT seq FROM things WHERE id IN (SELECT value FROM json_each(?))))`,
          like,
          like,
          JSON.stringify(named)
        ]
  ]
  const set = all.filter(([, value]) => value !== undefined)
  return {
    sql: [
      "TRUE",
      ...(withoutNoise === true ? [`(${noiseCondition}) IS NOT TRUE`] : []),
      ...set.map(([sql]) => sql)
    ].join(" AND "),
    values: set.flatMap(([, ...values]) => values.filter((value) => value !== undefined))
  }
}
