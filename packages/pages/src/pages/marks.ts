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
export const thing = (frame: Frame, { id, kind }: S.TimelineThing): Html =>
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
