/**
 * The time line: entries of all programs in causal order, the newest first, with their filter. The order is that of the
 * answer; the page never sorts.
 *
 * The script fetches `timeLineParts` and puts new entries where the answer has them, so there is one rendering of an
 * entry. A part that it may replace has an id and `data-part`; a list that it merges has `data-part="entries"`, and each
 * item an id.
 */
import type * as S from "@embedded-super/contracts/schemas"
import { nothingFits, nothingOlder, nothingYet } from "./empty.ts"
import { entryRow, type Paired, paired } from "./entryRow.ts"
import { type Filter, isFiltered, queryOf, filters } from "./Filter.ts"
import { type Frame } from "./Frame.ts"
import { html, Html } from "./html.ts"
import { laneNames, outcomeWords, plain, prose, sourceWords } from "./marks.ts"
import { page, type Said, titleOf, lights } from "./layout.ts"
import { dayOf, gapBetween } from "./times.ts"

export interface Listed {
  /** In causal order, the newest first. */
  readonly entries: ReadonlyArray<S.TimelineEntry>
  readonly filter: Filter
  /** The parts of the page's query that aren't followed: `oddIn`. */
  readonly odd?: ReadonlyArray<string>
  /** Whether there are entries older than the last one. */
  readonly hasOlder: boolean
}

const item = (
  frame: Frame,
  { item: entry, others }: Paired<S.TimelineEntry>,
  newer: S.TimelineEntry | undefined,
  older: S.TimelineEntry | undefined
): Html => {
  const day = dayOf(entry.at, frame.zone)
  const isNewDay = newer === undefined || dayOf(newer.at, frame.zone) !== day
  const gap = older === undefined ? undefined : gapBetween(older.at, entry.at)
  return html`<li id="e${entry.seq}" class="entry ${entry.outcome}">
    ${isNewDay ? html`<p class="day">${day}</p>` : undefined} ${entryRow(frame, entry, { gap, others })}
  </li>`
}

const olderLink = (frame: Frame, { entries, filter, hasOlder }: Listed): Html => {
  const last = entries.at(-1)
  return html`<p id="older" class="paging" data-part>
    ${
      filter.older_than === undefined
        ? undefined
        : html`<a class="button quiet" href="${frame.paths.timeLine}${queryOf(withoutPosition(filter))}"
            >Newest entries</a
          >`
    }
    ${
      hasOlder && last !== undefined
        ? html`<a
            class="button quiet"
            rel="next"
            href="${frame.paths.timeLine}${queryOf({ ...filter, older_than: last.seq })}"
            >Older entries</a
          >`
        : undefined
    }
  </p>`
}

const withoutPosition = ({ older_than: _, ...filter }: Filter): Filter => filter

const none = (frame: Frame, { filter }: Listed): Html =>
  filter.older_than !== undefined
    ? nothingOlder(frame)
    : isFiltered(filter)
      ? nothingFits(frame)
      : nothingYet(frame)

/** The title of the list, for the tab: several filters may be open beside each other. */
const titled = ({ about, kind, older_than, outcome, source, text, without_noise }: Filter): string => {
  const words = [
    text === undefined ? undefined : `“${text}”`,
    outcome === undefined ? undefined : outcomeWords[outcome],
    source === undefined ? undefined : sourceWords[source],
    kind === undefined ? undefined : plain(kind),
    about,
    without_noise ? "without the noise" : undefined,
    older_than === undefined ? undefined : `before ${older_than}`
  ].filter((word) => word !== undefined)
  return words.length === 0 ? "Time line" : `${words.join(", ")} · Time line`
}

const odd = ({ odd = [] }: Listed): Html | undefined =>
  odd.length === 0
    ? undefined
    : html`<div class="note warn">
        <ul>
          ${odd.map((text) => html`<li>${prose(text)}</li>`)}
        </ul>
      </div>`

const list = (frame: Frame, listed: Listed): Html => {
  const { entries } = listed
  const rows = paired(entries, (entry) => entry)
  return html`<div id="odd" data-part>${odd(listed)}</div>
    ${laneNames}
    <ol
      id="entries"
      class="entries"
      data-part="entries"
      data-title="${titleOf(frame, titled(listed.filter))}"
    >
      ${rows.map((row, index) => item(frame, row, rows[index - 1]?.item, rows[index + 1]?.item))}
    </ol>
    <div id="none" data-part>${entries.length === 0 ? none(frame, listed) : undefined}</div>
    ${olderLink(frame, listed)}`
}

/** The parts that change by themselves, which the script fetches from `paths.rows`. */
export const timeLineParts = (frame: Frame, listed: Listed): Html =>
  html`${lights(frame)}${list(frame, listed)}`

/** Where the script shows an entry beside the list, on a wide screen. */
const peek = ({ paths }: Frame): Html =>
  html`<aside id="peek" data-entries="${paths.entries}" aria-label="The chosen entry" tabindex="-1" hidden>
    <p class="actions"><a href="/">Open as a page</a> <button type="button" class="quiet">Close</button></p>
    <div></div>
  </aside>`

/** The time line with its filter: the main part of the page. */
export const timeLine = (frame: Frame, listed: Listed, kinds: ReadonlyArray<string>): Html =>
  html`<div class="heading">
      <h1>Time line</h1>
      <p class="quiet">Newest first, each effect above its cause.</p>
      <button type="button" class="follow" id="follow" aria-pressed="true">Follow</button>
    </div>
    ${filters(frame, listed.filter, kinds)}
    <div class="split">
      <div class="listed">${list(frame, listed)}</div>
      ${peek(frame)}
    </div>`

/** The whole page of the time line. Older pages don't change, so the script doesn't follow them. */
export const timeLinePage = (
  frame: Frame,
  listed: Listed,
  { kinds, said }: { readonly kinds: ReadonlyArray<string>; readonly said?: Said }
): Html =>
  page(frame, {
    title: titled(listed.filter),
    place: frame.paths.timeLine,
    live: frame.paths.rows,
    content: [timeLine(frame, listed, kinds)],
    ...(said === undefined ? {} : { said })
  })
