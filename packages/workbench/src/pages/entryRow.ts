import type * as S from "@embedded-super/contracts/schemas"
import { entryPath, type Frame } from "./Frame.ts"
import { html, type Html } from "./html.ts"
import { lane } from "./lanes.ts"
import { parties, pill, things, timeOf, tookOf } from "./marks.ts"

const callOf = ({ method, path }: S.TimelineEntry): Html | undefined =>
  method === null ? undefined : html`<code class="call">${method} ${path ?? ""}</code>`

/** One entry, the same wherever entries are listed. `gap` is the time since the one before it. */
export const entryRow = (frame: Frame, entry: S.TimelineEntry, gap?: string): Html =>
  html`<p class="when">
      ${timeOf(entry.at, frame.zone)}${gap === undefined ? undefined : html` <span class="gap">${gap}</span>`}
    </p>
    ${lane(frame, entry)}
    <p class="what"><a href="${entryPath(frame, entry)}">${entry.summary}</a></p>
    <p class="how">${pill(entry)}</p>
    <p class="ids">
      <span class="who">${parties(entry)}</span> ${callOf(entry)} ${things(frame, entry.about)}
    </p>
    ${entry.duration_ms === null ? undefined : html`<p class="took">${tookOf(entry.duration_ms)}</p>`}`
