import type * as S from "@embedded-super/contracts/schemas"
import { entryPath, type Frame } from "./Frame.ts"
import { html, type Html } from "./html.ts"
import { prose } from "./marks.ts"

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
