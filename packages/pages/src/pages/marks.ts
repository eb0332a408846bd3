import type * as S from "@embedded-super/contracts/schemas"
import { type Frame, thingPath } from "./Frame.ts"
import { html, Html } from "./html.ts"
import { clockOf, lengthOf } from "./times.ts"

/** How it went, in a word. Colour comes beside the word, never alone. */
export const outcomeWords: Readonly<Record<S.TimelineOutcome, string>> = {
  good: "OK",
  refused: "Refused",
  failed: "Failed",
  waiting: "Waiting",
  stopped: "Stopped",
  changed: "Changed",
  noted: "Noted"
}

export const sourceWords: Readonly<Record<S.TimelineSource, string>> = {
  service: "service",
  fund: "fund",
  partner: "partner"
}

/** A name of the code in plain words: `fund_called` is "fund called". */
export const plain = (name: string): string => name.replaceAll("_", " ")

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const pill = ({ outcome, status }: Pick<S.TimelineEntry, "outcome" | "status">): Html =>
  html`<span class="pill ${outcome}"
    >${status === null ? undefined : `${status} `}${outcomeWords[outcome]}</span
  >`

/** A time of day, with the exact time for programs and for those who point at it. */
export const timeOf = (at: string, zone?: string): Html =>
  html`<time datetime="${at}" title="${at}">${clockOf(at, zone)}</time>`

export const tookOf = (duration: number | null): Html | undefined =>
  duration === null ? undefined : html`<span class="ms">${lengthOf(duration)}</span>`

const copyMark = new Html(
  `<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.5"><rect x="5.5" y="5.5" width="8" height="8" rx="1.5"/><path d="M3.5 10.5h-1v-8h8v1"/></svg>`
)

/** Copies a text. Without the script it isn't shown. */
export const copyButton = (text: string, what: string): Html =>
  html`<button type="button" class="copy" data-copy="${text}" title="Copy ${what}">
    ${copyMark}<span class="visually-hidden">Copy ${what}</span>
  </button>`

/** Ids that are long are shown by their end, which differs most. */
const shortened = (id: string): string => (id.length > 20 ? `…${id.slice(-8)}` : id)

/** The link to everything about a thing. */
const thing = (frame: Frame, { id, kind }: S.TimelineThing): Html =>
  html`<a class="thing" href="${thingPath(frame, id)}" title="${id}"
    ><span>${plain(kind)}</span> <code>${shortened(id)}</code></a
  >`

/** The partner's own id of a thing, which leads to all entries that it names. */
export const remoteId = ({ paths }: Frame, id: string): Html =>
  html`<a class="thing" href="${paths.timeLine}?text=${encodeURIComponent(id)}" title="Your own id: ${id}"
    ><span>remote id</span> <code>${id}</code></a
  >`

export const things = (frame: Frame, about: ReadonlyArray<S.TimelineThing>): Html | undefined =>
  about.length === 0 ? undefined : html`<span class="things">${about.map((one) => thing(frame, one))}</span>`

const to = new Html(` <span aria-hidden="true">→</span><span class="visually-hidden">to</span> `)

/** A sentence of the API, in which backticks mark names and commands. */
export const prose = (text: string): Html =>
  html`${text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`

/** Who did it, and whom it reached. */
export const parties = ({ from, method, source, to: whom }: S.TimelineEntry): Html =>
  html`${from ?? (method === null || whom === null ? `The ${sourceWords[source]}` : "A program")}${whom === null ? undefined : to}${whom ?? undefined}`

const leadsTo = new Html(`<span aria-hidden="true">→</span><span class="visually-hidden"> leads to </span>`)

/** The events that a state allows, and where each leads. */
export const nextStates = (states: S.NextStates): Html =>
  states.length === 0
    ? html`<p class="quiet">No further state: this is the end.</p>`
    : html`<ul class="next-states">
        ${states.map(({ event, state }) => html`<li>${plain(event)} ${leadsTo} <strong>${plain(state)}</strong></li>`)}
      </ul>`

/** The programs from left to right, as in a sequence diagram. */
const lanes: Readonly<Record<S.TimelineSource, number>> = { partner: 20, service: 68, fund: 116 }

const names = Object.keys(lanes) as ReadonlyArray<S.TimelineSource>

const symbol = (id: string, content: string): string =>
  `<symbol id="${id}" viewBox="0 0 136 24" preserveAspectRatio="xMidYMin" fill="currentColor">${content}</symbol>`

const dot = (lane: S.TimelineSource): string =>
  symbol(`at-${lane}`, `<circle cx="${lanes[lane]}" cy="12" r="4.5"/>`)

const arrow = (from: S.TimelineSource, to: S.TimelineSource): string => {
  const [begin, end] = [lanes[from], lanes[to]]
  const way = Math.sign(end - begin)
  return symbol(
    `${from}-${to}`,
    `<circle cx="${begin}" cy="12" r="3.5"/><path d="M${begin} 12H${end - way * 7}" stroke="currentColor" stroke-width="2"/><path d="M${end - way * 1} 12l${-way * 9} -5v10z"/>`
  )
}

/** The pictures of all ways from program to program, once a page. */
export const laneSymbols = new Html(
  `<svg class="symbols" width="0" height="0" aria-hidden="true" focusable="false">${names
    .flatMap((from) => names.map((to) => (from === to ? dot(from) : arrow(from, to))))
    .join("")}</svg>`
)

const laneOf = ({ others, workbench }: Frame, name: string | null): S.TimelineSource | undefined =>
  workbench.sources.find((program) => program.name === name)?.source ??
  (name === null ? undefined : others?.[name])

/** The names of the lanes above a list. Each entry says the same in words. */
export const laneNames = html`<p class="lane-names" aria-hidden="true">
  ${names.map((name) => html`<span>${name}</span>`)}
</p>`

/** From which program to which an entry went, as a picture beside the words that say it. */
export const lane = (frame: Frame, { from, method, source, to }: S.TimelineEntry): Html => {
  // An arrow is a call. What only concerns another program is noted at its own.
  const [begin, end] = method === null ? [source, undefined] : [laneOf(frame, from), laneOf(frame, to)]
  const way =
    begin !== undefined && end !== undefined && begin !== end
      ? `${begin}-${end}`
      : `at-${begin ?? end ?? source}`
  return html`<p class="lane" aria-hidden="true">
    <svg focusable="false"><use href="#${way}" /></svg>
  </p>`
}
