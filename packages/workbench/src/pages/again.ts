import type * as S from "@embedded-super/contracts/schemas"
import { entryPath, type Frame } from "./Frame.ts"
import { html, type Html, table } from "./html.ts"
import { prose } from "./marks.ts"
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

/** What a call was answered now, beside before. */
export const againOutcome = (
  frame: Frame,
  { before, differences, entry_seq, notes, now }: S.AgainOutcome
): Html =>
  html`<section
    class="note ${now.status !== null && now.status < 400 ? "good" : "warn"}"
    aria-labelledby="outcome"
    role="status"
  >
    <h2 id="outcome">Sent again: ${answered(now)}</h2>
    <p>
      Before:
      ${answered(before)}.${entry_seq === null ? undefined : html` <a href="${entryPath(frame, { seq: entry_seq })}">Open the new entry</a>`}
    </p>
    ${notes?.map((note) => html`<p>${note}</p>`)}
    ${
      differences.length === 0
        ? html`<p>Both answers are the same.</p>`
        : table(
            "Where the answers differ",
            ["Place", "Before", "Now"],
            differences.map((one) => [html`<code>${one.place}</code>`, one.before ?? "–", one.now ?? "–"])
          )
    }
  </section>`
