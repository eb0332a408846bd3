import type * as S from "@embedded-super/contracts/schemas"
import { nothingWaits } from "./empty.ts"
import type { Frame } from "./Frame.ts"
import { html, type Html, table } from "./html.ts"
import { page } from "./layout.ts"
import { prose, things, timeOf } from "./marks.ts"
import { dayOf, lengthOf } from "./times.ts"

/** A time, with its day unless that is today. */
const moment = ({ workbench, zone }: Frame, at: string): Html => {
  const day = dayOf(at, zone)
  return html`${timeOf(at, zone)}${day === dayOf(workbench.now, zone) ? undefined : html` <span class="quiet">${day}</span>`}`
}

const remaining = (frame: Frame, until: string): Html => {
  const left = Date.parse(until) - Date.parse(frame.workbench.now)
  return html`${moment(frame, until)} <span class="quiet">${left > 0 ? `in ${lengthOf(left)}` : "now"}</span>`
}

/** The event that work waits for: its time, or a person. */
const goesOn = ({ resumes, until }: S.WaitingWork): string =>
  resumes ?? (until === null ? "A person has to act." : "By itself.")

/** Work that waits, as a table. */
export const waitingTable = (frame: Frame, work: ReadonlyArray<S.WaitingWork>): Html =>
  table(
    "Table of work that waits",
    ["What", "Why", "Since", "Until", "What makes it go on"],
    work.map((one) => [
      html`<strong>${one.what}</strong> ${things(frame, one.about)}`,
      prose(one.because),
      moment(frame, one.since),
      one.until === null ? html`<span class="pill stopped">No time set</span>` : remaining(frame, one.until),
      prose(goesOn(one))
    ])
  )

export const waiting = (frame: Frame, work: ReadonlyArray<S.WaitingWork>): Html =>
  html`<div class="heading">
      <h1>Waiting</h1>
      <p class="quiet">Work that goes on later, the longest wait first.</p>
    </div>
    <div id="waiting" data-part>${work.length === 0 ? nothingWaits(frame) : waitingTable(frame, work)}</div>`

/** The whole page of work that waits; `place` is its own path. */
export const waitingPage = (frame: Frame, place: string, work: ReadonlyArray<S.WaitingWork>): Html =>
  page(frame, { title: "Waiting", place, content: [waiting(frame, work)] })
