/**
 * Everything about one thing: its state, what it waits for, and its entries in causal order, the oldest first. An effect
 * is indented below its cause; the reason of a gap is between the steps.
 */
import type * as S from "@embedded-super/contracts/schemas"
import { entryRow, type Paired, paired } from "./entryRow.ts"
import type { Frame } from "./Frame.ts"
import { html, type Html, table } from "./html.ts"
import { laneNames, copyButton, nextStates, plain, prose, remoteId, things, timeOf } from "./marks.ts"
import { page } from "./layout.ts"
import { dayOf, gapBetween, lengthOf } from "./times.ts"
import { nothingWaits } from "./empty.ts"

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
const waitingTable = (frame: Frame, work: ReadonlyArray<S.WaitingWork>): Html =>
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

/** Deeper steps are indented no further: a phone is narrow. */
const DEEPEST = 6

const step = (
  frame: Frame,
  thing: S.TimelineThing,
  { folded, item: { depth, entry, gap }, others }: Paired<S.StoryStep>,
  before: S.TimelineEntry | undefined
): Html => {
  const day = dayOf(entry.at, frame.zone)
  const isNewDay = before === undefined || dayOf(before.at, frame.zone) !== day
  // The page is about this thing: its own id beside each step would say nothing.
  const shown = { ...entry, about: entry.about.filter(({ id }) => id !== thing.id) }
  const since = before === undefined ? undefined : gapBetween(before.at, entry.at)
  return html`<li
    id="s${entry.seq}"
    class="entry ${entry.outcome} deep-${Math.min(Math.max(0, depth - folded), DEEPEST)}"
  >
    ${isNewDay ? html`<p class="day">${day}</p>` : undefined}
    ${gap === null ? undefined : html`<p class="reason">${prose(gap)}</p>`}
    ${entryRow(frame, shown, { gap: since, others })}
  </li>`
}

const stateNow = ({ next_states, state }: S.WorkbenchStory): Html | undefined =>
  state === null
    ? undefined
    : html`<section class="card" aria-labelledby="state">
        <h2 id="state">State</h2>
        <p><span class="pill plain">${plain(state)}</span></p>
        ${
          next_states.length === 0
            ? undefined
            : html`<h3>What can happen next</h3>
                ${nextStates(next_states)}`
        }
      </section>`

/** The outcome, which a reader wants to know first. It is red only if the story ended without something. */
const outcomeFirst = ({ outcome, state }: S.WorkbenchStory): Html | undefined =>
  outcome === null
    ? undefined
    : html`<p class="note ${state?.includes("without") === true ? "bad" : "plain"}">${prose(outcome)}</p>`

export const story = (frame: Frame, shown: S.WorkbenchStory): Html => {
  const { remote_id, steps, thing, title, waits } = shown
  const rows = paired(steps, ({ entry }) => entry)
  return html`<p class="crumb"><a href="${frame.paths.timeLine}">Time line</a></p>
    <div class="heading">
      <h1>${title}</h1>
      <p class="quiet">
        ${plain(thing.kind)} <code>${thing.id}</code> ${copyButton(thing.id, "the id")}
        ${remote_id === null ? undefined : remoteId(frame, remote_id)}
      </p>
    </div>
    <div id="now" data-part>
      ${outcomeFirst(shown)} ${stateNow(shown)}
      ${
        waits.length === 0
          ? undefined
          : html`<section aria-labelledby="waits">
              <h2 id="waits">It waits</h2>
              ${waitingTable(frame, waits)}
            </section>`
      }
    </div>
    <section class="listed" aria-labelledby="steps">
      <h2 id="steps">What happened</h2>
      <p class="quiet">Oldest first. An effect is indented below its cause.</p>
      ${laneNames}
      <ol id="happened" class="entries story" data-part="entries">
        ${rows.map((row, index) => step(frame, thing, row, rows[index - 1]?.item.entry))}
      </ol>
    </section>`
}

/** The whole page about one thing. */
export const storyPage = (frame: Frame, shown: S.WorkbenchStory): Html =>
  page(frame, { title: shown.title, content: [story(frame, shown)] })
