/** HTML built from escaped pieces. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

type Piece = Html | string | number | undefined | ReadonlyArray<Html>

const shown = (piece: Piece): string =>
  piece === undefined
    ? ""
    : piece instanceof Html
      ? piece.text
      : Array.isArray(piece)
        ? piece.map(({ text }: Html) => text).join("")
        : String(piece).replace(/[&<>"']/g, (character) => entities[character]!)

/** A template that escapes its pieces, unless they are `Html`. */
export const html = (strings: TemplateStringsArray, ...pieces: ReadonlyArray<Piece>): Html =>
  new Html(strings.map((text, index) => text + (index < pieces.length ? shown(pieces[index]) : "")).join(""))

type Option = readonly [value: string, text: string]

const optionOf =
  (chosen: string | undefined) =>
  ([value, text]: Option): Html =>
    value === chosen
      ? html`<option value="${value}" selected>${text}</option>`
      : html`<option value="${value}">${text}</option>`

/** A labelled select: its values and their texts, one of them selected. */
export const select = (label: string, name: string, values: ReadonlyArray<Option>, chosen?: string): Html =>
  html`<label
    >${label}
    <select name="${name}">
      ${values.map(optionOf(chosen))}
    </select></label
  >`

/** A section of the page under a heading that links can point to. */
export const section = (id: string, heading: string, ...content: ReadonlyArray<Html>): Html =>
  html` <section aria-labelledby="${id}">
    <h2 id="${id}">${heading}</h2>
    ${content}
  </section>`

/** A table; on narrow screens each row is a card, whose cells have their column's name. */
export const table = (
  label: string,
  columns: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<Html | string | number>>
): Html =>
  html`<div class="wide" role="region" aria-label="${label}" tabindex="0">
    <table role="table">
      <thead role="rowgroup">
        <tr role="row">
          ${columns.map((column) => html`<th scope="col" role="columnheader">${column}</th>`)}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${rows.map(
          (cells) =>
            html` <tr role="row">
              ${cells.map((cell, index) => html`<td role="cell" data-column="${columns[index]}">${cell}</td>`)}
            </tr>`
        )}
      </tbody>
    </table>
  </div>`
