import type * as S from "@embedded-super/contracts/schemas"
import { html, Html } from "./html.ts"
import { plain } from "./marks.ts"

const leadsTo = new Html(`<span aria-hidden="true">→</span><span class="visually-hidden"> leads to </span>`)

/** The events that a state allows, and where each leads. */
export const nextStates = (states: S.NextStates): Html =>
  states.length === 0
    ? html`<p class="quiet">No further state: this is the end.</p>`
    : html`<ul class="next-states">
        ${states.map(({ event, state }) => html`<li>${plain(event)} ${leadsTo} <strong>${plain(state)}</strong></li>`)}
      </ul>`
