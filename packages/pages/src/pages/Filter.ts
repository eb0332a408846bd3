import * as S from "@embedded-super/contracts/schemas"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Frame } from "./Frame.ts"
import { html, Html, select } from "./html.ts"
import { outcomeWords, plain, sourceWords } from "./marks.ts"

/** The filter of the time line: the query of `listTimelineEntries`. */
export interface Filter {
  readonly source?: S.TimelineSource
  readonly outcome?: S.TimelineOutcome
  readonly kind?: string
  readonly text?: string
  readonly about?: string
  /** Whether entries that only record are left out. */
  readonly without_noise?: boolean
  /** Entries before this one, in causal order. */
  readonly older_than?: number
}

const source = Schema.decodeUnknownOption(S.TimelineSource)
const outcome = Schema.decodeUnknownOption(S.TimelineOutcome)
const text = Schema.decodeUnknownOption(S.ShortText)
const thing = Schema.decodeUnknownOption(S.ThingId)

const MOST_LETTERS = 80
const kindPattern = /^[a-z][a-z0-9_]{0,63}$/

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
    kind: fitting(value("kind"), kindPattern),
    text: Option.getOrUndefined(text(value("text").slice(0, MOST_LETTERS))),
    about: Option.getOrUndefined(thing(value("about"))),
    without_noise: value("without_noise") === "true" ? (true as const) : undefined,
    older_than: number(value("older_than"))
  }
  return Object.fromEntries(Object.entries(found).filter(([, given]) => given !== undefined))
}

/** The meaning of each filter's value, for a sentence. */
const meant: Readonly<Record<keyof Filter, string>> = {
  source: `the programs are ${S.TimelineSource.literals.join(", ")}`,
  outcome: `the outcomes are ${S.TimelineOutcome.literals.join(", ")}`,
  kind: "it is a kind of entry, for example fund_called",
  text: "it holds signs that no entry has",
  about: "it is an id or a slug",
  without_noise: "its only value is true",
  older_than: "it is the position of an entry, a number from 1"
}

/** A value from an address, for a sentence: short, and without signs that hide others. */
const repeated = (value: string): string => {
  const letters = [...value.replaceAll(/[\p{C}`]/gu, "?")]
  return letters.length > 40 ? `${letters.slice(0, 40).join("")}…` : letters.join("")
}

/** The parts of a page's query that the filter leaves out, in sentences. */
export const oddIn = (query: URLSearchParams): ReadonlyArray<string> => {
  const filter = filterIn(query)
  return [...query]
    .flatMap(([name, value]) => {
      if (value.trim() === "") return []
      if (Object.hasOwn(filter, name)) {
        return name === "text" && value.trim().length > MOST_LETTERS
          ? [`The text is longer than ${MOST_LETTERS} letters; the first ${MOST_LETTERS} are searched for.`]
          : []
      }
      const why = Object.hasOwn(meant, name)
        ? meant[name as keyof Filter]
        : `the filters are ${Object.keys(meant).join(", ")}`
      return [`\`${repeated(name)}=${repeated(value)}\` is left out: ${why}.`]
    })
    .slice(0, 10)
}

/** The filter as a query with its question mark; empty if everything is shown. */
export const queryOf = (filter: Filter): string => {
  const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))
  return query.size === 0 ? "" : `?${query}`
}

/** Whether some entries are left out because of it. */
export const isFiltered = ({ older_than: _, ...rest }: Filter): boolean => Object.keys(rest).length > 0

type Options = ReadonlyArray<readonly [value: string, text: string]>

const outcomes: Options = [["", "Any outcome"], ...Object.entries(outcomeWords)]

const sourceOptions = ({ workbench }: Frame): Options => {
  const known = new Set<S.TimelineSource>(workbench.sources.map(({ source }) => source))
  return [["", "Any program"], ...[...known].map((source) => [source, `The ${sourceWords[source]}`] as const)]
}

const kindOptions = (kinds: ReadonlyArray<string>, chosen: string | undefined): Options => [
  ["", "Any kind"],
  ...[...new Set([...kinds, ...(chosen === undefined ? [] : [chosen])])]
    .toSorted()
    .map((kind) => [kind, plain(kind)] as const)
]

/** The filter of the time line, a form that works without the script. `kinds` are those that can be chosen. */
export const filters = (frame: Frame, filter: Filter, kinds: ReadonlyArray<string>): Html => {
  const { searched = "Sentence or path" } = frame
  const isOneProgram = frame.workbench.sources.length < 2
  const hasMore = filter.source !== undefined || filter.kind !== undefined || filter.about !== undefined
  return html`<form
    class="filters"
    method="get"
    action="${frame.paths.timeLine}"
    role="search"
    aria-label="Filter the time line"
  >
    <label class="text"
      >Text
      <input
        type="search"
        name="text"
        value="${filter.text ?? ""}"
        maxlength="80"
        autocomplete="off"
        placeholder="${searched}"
    /></label>
    ${select("Outcome", "outcome", outcomes, filter.outcome)}
    <details${hasMore ? new Html(" open") : undefined}>
      <summary>More filters</summary>
      <div class="more-filters">
        ${isOneProgram ? undefined : select("Noted by", "source", sourceOptions(frame), filter.source)}
        ${select("Kind", "kind", kindOptions(kinds, filter.kind), filter.kind)}
        <label
          >About
          <input
            name="about"
            value="${filter.about ?? ""}"
            maxlength="128"
            autocomplete="off"
            spellcheck="false"
            placeholder="An id or a slug"
        /></label>
      </div>
    </details>
    <label class="check" title="Hides entries that only record, or read, what another entry says"
      ><input type="checkbox" name="without_noise" value="true" ${filter.without_noise ? new Html("checked") : undefined} />
      Without the noise</label
    >
    <p class="actions">
      <button class="quiet">Filter</button> <a class="button quiet" href="${frame.paths.timeLine}">Clear</a>
    </p>
  </form>`
}
