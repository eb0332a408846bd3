import * as S from "@embedded-super/contracts/schemas"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** What the time line shows: the query of `listTimelineEntries`. */
export interface Filter {
  readonly source?: S.TimelineSource
  readonly outcome?: S.TimelineOutcome
  readonly kind?: string
  readonly text?: string
  readonly about?: string
  /** Entries before this one, in causal order. */
  readonly older_than?: number
}

const source = Schema.decodeUnknownOption(S.TimelineSource)
const outcome = Schema.decodeUnknownOption(S.TimelineOutcome)
const text = Schema.decodeUnknownOption(S.ShortText)
const thing = Schema.decodeUnknownOption(S.ThingId)

const fitting = (value: string, pattern: RegExp): string | undefined =>
  pattern.test(value) ? value : undefined

const number = (value: string): number | undefined => {
  const position = Number(value)
  return value !== "" && Number.isSafeInteger(position) && position > 0 ? position : undefined
}

/** The filter in a page's query. A value that can't be one counts as left out. */
export const filterIn = (query: URLSearchParams): Filter => {
  const value = (name: string): string => (query.get(name) ?? "").trim()
  const found = {
    source: Option.getOrUndefined(source(value("source"))),
    outcome: Option.getOrUndefined(outcome(value("outcome"))),
    kind: fitting(value("kind"), /^[a-z][a-z0-9_]{0,63}$/),
    text: Option.getOrUndefined(text(value("text").slice(0, 80))),
    about: Option.getOrUndefined(thing(value("about"))),
    older_than: number(value("older_than"))
  }
  return Object.fromEntries(Object.entries(found).filter(([, given]) => given !== undefined))
}

/** The filter as a query with its question mark; empty if everything is shown. */
export const queryOf = (filter: Filter): string => {
  const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))
  return query.size === 0 ? "" : `?${query}`
}

/** Whether some entries are left out because of it. */
export const isFiltered = ({ older_than: _, ...rest }: Filter): boolean => Object.keys(rest).length > 0
