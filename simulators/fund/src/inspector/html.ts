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

/** The options of a select: values and their labels, one of them selected. */
export const options = (
  values: ReadonlyArray<readonly [string, string]>,
  chosen?: string
): ReadonlyArray<Html> =>
  values.map(([value, text]) =>
    value === chosen
      ? html`<option value="${value}" selected>${text}</option>`
      : html`<option value="${value}">${text}</option>`
  )
