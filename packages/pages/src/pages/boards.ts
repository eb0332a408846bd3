import type * as S from "@embedded-super/contracts/schemas"
import { noBoards } from "./empty.ts"
import { type Frame, thingPath } from "./Frame.ts"
import { html, type Html } from "./html.ts"
import { page } from "./layout.ts"
import { capital, nextStates, plain, prose, remoteId, timeOf } from "./marks.ts"

/** Cards that a column shows at once. */
const AT_ONCE = 5

const card = (frame: Frame, { remote_id, since, thing, title, waits_for }: S.BoardCard): Html =>
  html`<li class="card">
    <p><a href="${thingPath(frame, thing.id)}">${title}</a></p>
    ${waits_for === null ? undefined : html`<p class="waits">${prose(waits_for)}</p>`}
    <p class="quiet">
      Since ${timeOf(since, frame.zone)} ${remote_id === null ? undefined : remoteId(frame, remote_id)}
    </p>
  </li>`

const cardList = (frame: Frame, cards: ReadonlyArray<S.BoardCard>): Html =>
  html`<ul class="cards">
    ${cards.map((one) => card(frame, one))}
  </ul>`

const column = (
  frame: Frame,
  kind: string,
  { cards, count, next_states, state }: S.BoardColumn,
  hasTable: boolean
): Html => {
  const id = `${kind}-${state.replaceAll(/[^A-Za-z0-9]+/g, "-")}`
  const [first, rest] = [cards.slice(0, AT_ONCE), cards.slice(AT_ONCE)]
  return html`<div class="column" role="group" aria-labelledby="${id}">
    <h3 id="${id}">
      ${capital(plain(state))} <span class="count">${count}<span class="visually-hidden"> here</span></span>
    </h3>
    ${first.length === 0 ? html`<p class="quiet">None here.</p>` : cardList(frame, first)}
    ${
      rest.length === 0
        ? undefined
        : html`<details id="${id}-rest">
            <summary>${rest.length} older</summary>
            ${cardList(frame, rest)}
          </details>`
    }
    ${count > cards.length ? html`<p class="quiet">And ${count - cards.length} that aren't listed.</p>` : undefined}
    ${
      hasTable
        ? html`<details id="${id}-next">
            <summary>Next states</summary>
            ${nextStates(next_states)}
          </details>`
        : undefined
    }
  </div>`
}

const isEmpty = ({ columns }: S.WorkbenchBoard): boolean => columns.every(({ count }) => count === 0)

const columns = (frame: Frame, { columns, kind, title }: S.WorkbenchBoard): Html => {
  // Some things have no state table: of these, no state may be called the end.
  const hasTable = columns.some(({ next_states }) => next_states.length > 0)
  return html`<div class="wide" role="region" aria-label="Board: ${title}" tabindex="0">
    <div class="board">${columns.map((one) => column(frame, kind, one, hasTable))}</div>
  </div>`
}

/** A board without a card is one line that opens. */
const board = (frame: Frame, shown: S.WorkbenchBoard): Html =>
  html`<section aria-labelledby="board-${shown.kind}">
    <h2 id="board-${shown.kind}">${shown.title}</h2>
    ${
      isEmpty(shown)
        ? html`<details id="empty-${shown.kind}">
            <summary>None yet. Show the states</summary>
            ${columns(frame, shown)}
          </details>`
        : columns(frame, shown)
    }
  </section>`

export const boards = (frame: Frame, shown: ReadonlyArray<S.WorkbenchBoard>): Html =>
  html`<div class="heading">
      <h1>State</h1>
      <p class="quiet">
        Each thing in the column of its state. Cards move by themselves. Of each kind, the newest 10,000 are
        counted.
      </p>
    </div>
    <div id="boards" data-part>
      ${shown.every(isEmpty) ? noBoards(frame) : shown.map((one) => board(frame, one))}
    </div>`

/** The whole page of boards; `place` is its own path. */
export const boardsPage = (frame: Frame, place: string, shown: ReadonlyArray<S.WorkbenchBoard>): Html =>
  page(frame, { title: "State", place, content: [boards(frame, shown)] })
