import type * as S from "@embedded-super/contracts/schemas"
import { noBoards } from "./empty.ts"
import { type Frame, thingPath } from "./Frame.ts"
import { html, type Html } from "./html.ts"
import { page } from "./layout.ts"
import { capital, plain, timeOf } from "./marks.ts"
import { nextStates } from "./nextStates.ts"

const card = (frame: Frame, { since, thing, title, waits_for }: S.BoardCard): Html =>
  html`<li class="card">
    <p><a href="${thingPath(frame, thing.id)}">${title}</a></p>
    ${waits_for === null ? undefined : html`<p class="waits">Waits for ${waits_for}</p>`}
    <p class="quiet">Since ${timeOf(since, frame.zone)}</p>
  </li>`

const column = (frame: Frame, kind: string, { cards, count, next_states, state }: S.BoardColumn): Html => {
  const id = `${kind}-${state.replaceAll(/[^A-Za-z0-9]+/g, "-")}`
  return html`<section class="column" aria-labelledby="${id}">
    <h3 id="${id}">
      ${capital(plain(state))} <span class="count">${count}<span class="visually-hidden"> here</span></span>
    </h3>
    ${
      cards.length === 0
        ? html`<p class="quiet">None here.</p>`
        : html`<ul class="cards">
            ${cards.map((one) => card(frame, one))}
          </ul>`
    }
    ${count > cards.length ? html`<p class="quiet">And ${count - cards.length} older.</p>` : undefined}
    <details id="${id}-next">
      <summary>Next states</summary>
      ${nextStates(next_states)}
    </details>
  </section>`
}

const board = (frame: Frame, { columns, kind, title }: S.WorkbenchBoard): Html =>
  html`<section aria-labelledby="board-${kind}">
    <h2 id="board-${kind}">${title}</h2>
    <div class="wide" role="region" aria-label="Board: ${title}" tabindex="0">
      <div class="board">${columns.map((one) => column(frame, kind, one))}</div>
    </div>
  </section>`

const isEmpty = (boards: ReadonlyArray<S.WorkbenchBoard>): boolean =>
  boards.every(({ columns }) => columns.every(({ count }) => count === 0))

export const boards = (frame: Frame, shown: ReadonlyArray<S.WorkbenchBoard>): Html =>
  html`<div class="heading">
      <h1>State</h1>
      <p class="quiet">Each thing in the column of its state. Cards move by themselves.</p>
    </div>
    <div id="boards" data-part>
      ${isEmpty(shown) ? noBoards(frame) : shown.map((one) => board(frame, one))}
    </div>`

/** The whole page of boards; `place` is its own path. */
export const boardsPage = (frame: Frame, place: string, shown: ReadonlyArray<S.WorkbenchBoard>): Html =>
  page(frame, { title: "State", place, content: [boards(frame, shown)] })
