/**
 * Everything about one thing: its state, what it waits for, and its entries in causal order, the oldest first. An effect
 * is indented below its cause; the reason of a gap is between the steps.
 */
import type * as S from "@embedded-super/contracts/schemas"
import { entryRow } from "./entryRow.ts"
import type { Frame } from "./Frame.ts"
import { html, type Html } from "./html.ts"
import { laneNames } from "./lanes.ts"
import { page } from "./layout.ts"
import { copyButton, nextStates, plain, prose, remoteId } from "./marks.ts"
import { type Paired, paired } from "./pairs.ts"
import { dayOf, gapBetween } from "./times.ts"
import { waitingTable } from "./waiting.ts"

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
