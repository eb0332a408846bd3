import type * as S from "@embedded-super/contracts/schemas"
import { entryPath, type Frame } from "./Frame.ts"
import { html, type Html, table } from "./html.ts"
import { prose } from "./marks.ts"
import { problemIn, problemShown } from "./message.ts"
import { lengthOf } from "./times.ts"

/** The forms that send a call again: as it was, or with an edited body. */
export const againForms = (
  frame: Frame,
  { again, entry, request }: S.TimelineEntryDetail,
  edited?: string
): Html => {
  const action = `${entryPath(frame, entry)}/again`
  const { because, can_edit, can_send } = again
  return html`<section class="card" aria-labelledby="again">
    <h2 id="again">Send it again</h2>
    ${because === null ? undefined : html`<p>${prose(because)}</p>`}
    ${
      can_send
        ? html`<form method="post" action="${action}">
            <p class="actions"><button>Send again</button></p>
          </form>`
        : undefined
    }
    ${
      can_send && can_edit
        ? html`<details ${edited === undefined ? "" : "open"}>
            <summary>Edit and send again</summary>
            <form method="post" action="${action}">
              <label
                >Body, JSON <span class="hint">A value that stays masked is sent as the original one.</span>
                <textarea name="body" rows="12" spellcheck="false" autocomplete="off">
${"\n"}${edited ?? request?.body ?? ""}</textarea>
              </label>
              <p class="actions"><button>Send the edited call</button></p>
            </form>
          </details>`
        : undefined
    }
  </section>`
}

const answered = ({ duration_ms, status }: S.AnswerSeen): string =>
  `${status ?? "no answer"}${duration_ms === null ? "" : ` in ${lengthOf(duration_ms)}`}`

const compared = (
  label: string,
  columns: readonly [before: string, now: string],
  differences: ReadonlyArray<S.AnswerDifference>
): Html =>
  table(
    label,
    ["Place", ...columns],
    differences.map(({ before, now, place }) => [html`<code>${place}</code>`, before ?? "–", now ?? "–"])
  )

const edited = (edits: ReadonlyArray<S.AnswerDifference>): Html =>
  html`<h3>What was edited</h3>
    ${
      edits.length === 0
        ? html`<p>Nothing: the body is the same as before.</p>`
        : compared("What was edited in the body", ["Sent before", "Sent now"], edits)
    }`

const side = (label: string, seen: S.AnswerSeen): Html => {
  const problem = problemIn(seen.message?.body)
  return html`<div class="card">
    <h3>${label}: ${answered(seen)}</h3>
    ${problem === undefined ? html`<p>No error.</p>` : problemShown(problem)}
  </div>`
}

const isRefusal = ({ before, now }: S.AgainOutcome): boolean =>
  [before, now].some(({ message }) => problemIn(message?.body) !== undefined)

/** The sentences of a refusal say more than its places: both answers side by side, and the places on demand. */
const answers = (outcome: S.AgainOutcome): Html => {
  const { before, differences, now } = outcome
  if (differences.length === 0) return html`<p>Both answers are the same.</p>`
  const places = compared("Where the answers differ", ["Before", "Now"], differences)
  if (!isRefusal(outcome))
    return html`<h3>Where the answers differ</h3>
      ${places}`
  return html`<div class="two">${side("Before", before)} ${side("Now", now)}</div>
    <details class="more">
      <summary>
        ${differences.length === 1 ? "The place" : `All ${differences.length} places`} where they differ
      </summary>
      ${places}
    </details>`
}

/** The answer to a call that was sent again, beside the answer of before. */
export const againOutcome = (frame: Frame, outcome: S.AgainOutcome): Html => {
  const { before, edits, entry_seq, notes, now } = outcome
  return html`<section
    class="note ${now.status !== null && now.status < 400 ? "good" : "warn"} compared"
    aria-labelledby="outcome"
    role="status"
  >
    <h2 id="outcome">Sent again: ${answered(now)}</h2>
    <p>
      ${isRefusal(outcome) && outcome.differences.length > 0 ? undefined : `Before: ${answered(before)}. `}${entry_seq === null ? undefined : html`<a href="${entryPath(frame, { seq: entry_seq })}">Open the new entry</a>`}
    </p>
    ${notes?.map((note) => html`<p>${note}</p>`)} ${edits === undefined ? undefined : edited(edits)}
    ${answers(outcome)}
  </section>`
}
