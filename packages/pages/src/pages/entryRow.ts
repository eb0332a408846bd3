import type * as S from "@embedded-super/contracts/schemas"
import { entryPath, type Frame } from "./Frame.ts"
import { html, type Html } from "./html.ts"
import { lane } from "./lanes.ts"
import { parties, pill, prose, sourceWords, things, timeOf, tookOf } from "./marks.ts"

const callOf = ({ method, path }: S.TimelineEntry): Html | undefined =>
  method === null ? undefined : html`<code class="call">${method} ${path ?? ""}</code>`

/** Things that nearly every entry is about. A row names them only if it is about nothing else. */
const everywhere: ReadonlySet<string> = new Set(["product", "webhook_endpoint"])

const named = ({ about }: S.TimelineEntry): S.TimelineEntry["about"] => {
  const rare = about.filter(({ kind }) => !everywhere.has(kind))
  return rare.length === 0 ? about : rare
}

/** The entry of the other side of a call, below the entry of this side. */
const other = (frame: Frame, entry: S.TimelineEntry): Html =>
  html`<p class="other">
    <span class="who">The ${sourceWords[entry.source]}</span> ${pill(entry)}
    <a href="${entryPath(frame, entry)}">${prose(entry.summary)}</a>
  </p>`

/** How often a poll was repeated, and when last. */
const timesOf = ({ detail: { last_at, times } }: S.TimelineEntry): Html | undefined =>
  times === undefined || last_at === undefined
    ? undefined
    : html` <span class="pill plain" title="Repeated with the same answer, last at ${last_at}"
        >×${times}</span
      >`

export interface RowExtras {
  /** The time since the entry before. */
  readonly gap?: string | undefined
  readonly others?: ReadonlyArray<S.TimelineEntry>
}

/** One entry, the same wherever entries are listed. */
export const entryRow = (frame: Frame, entry: S.TimelineEntry, { gap, others = [] }: RowExtras = {}): Html =>
  html`<p class="when">
      ${timeOf(entry.at, frame.zone)}${gap === undefined ? undefined : html` <span class="gap">${gap}</span>`}
    </p>
    ${lane(frame, entry)}
    <p class="what"><a href="${entryPath(frame, entry)}">${prose(entry.summary)}</a></p>
    <p class="how">${pill(entry)}${timesOf(entry)}</p>
    <p class="ids">
      <span class="who">${parties(entry)}</span> ${callOf(entry)} ${things(frame, named(entry))}
    </p>
    ${entry.duration_ms === null ? undefined : html`<p class="took">${tookOf(entry.duration_ms)}</p>`}
    ${others.length === 0 ? undefined : html`<div class="others">${others.map((one) => other(frame, one))}</div>`}`
