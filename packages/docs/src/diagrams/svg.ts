const special: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;"
}

export const escapeText = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (found) => special[found] ?? "")

type Attributes = Readonly<Record<string, string | number>>

/** An element; `content` is markup. */
export const element = (name: string, attributes: Attributes, content = ""): string => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(String(value))}"`)
  return `<${name}${written.join("")}>${content}</${name}>`
}

/** Lines of at most `letters` characters, broken between words and after underscores. */
export const wrap = (text: string, letters: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = ""
  for (const piece of text.split(/(?<=[\s_])/)) {
    if (line !== "" && (line + piece.trimEnd()).length > letters) {
      lines.push(line.trimEnd())
      line = ""
    }
    line += piece
  }
  return [...lines, line.trimEnd()]
}

export const LINE_HEIGHT = 16

/** Lines of text below each other, centred on `x`; the baseline of the first is at `y`. */
export const textAt = (x: number, y: number, lines: ReadonlyArray<string>, more: Attributes = {}): string =>
  element(
    "text",
    { x, y, "text-anchor": "middle", ...more },
    lines
      .map((line, nth) => element("tspan", { x, dy: nth === 0 ? 0 : LINE_HEIGHT }, escapeText(line)))
      .join("")
  )
