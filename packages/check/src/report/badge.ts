import type * as S from "@embedded-super/contracts/schemas"
import { colours } from "@embedded-super/pages/tokens/index"
import { dayOf, verdictWords } from "./words.ts"

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;"
}

/** A text for XML 1.0, in content and in attributes. Characters that no XML may have, not even escaped, become `?`. */
export const xml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "?")
    .replaceAll(/[&<>"'\t\n\r]/g, (character) => entities[character]!)

const { bad, good, ink, warn } = colours.light

/** Roughly what a letter takes at 11 pixels; `textLength` then makes the text fit in every font. */
const LETTER = 6.3
const PADDING = 8

const widthOf = (text: string): number => Math.ceil(text.length * LETTER)

const colourOf = (report: S.CheckReport): string =>
  report.verdict === "does_not_conform" ? bad : verdictWords(report) === "Conforms" ? good : warn

/** A small picture for a README: the kit, the verdict, the day. It needs no other host. */
export const badge = (report: S.CheckReport): string => {
  const label = report.kit
  const value = `${verdictWords(report).toLowerCase()} · ${report.mode} · ${dayOf(report.started_at)}`
  const [left, right] = [widthOf(label) + 2 * PADDING, widthOf(value) + 2 * PADDING]
  const text = (x: number, content: string) =>
    `<text x="${x + PADDING}" y="15" textLength="${widthOf(content)}" lengthAdjust="spacingAndGlyphs">${xml(content)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="22" viewBox="0 0 ${left + right} 22" role="img" aria-label="${xml(`${label}: ${value}`)}">`,
    `<title>${xml(`${label}: ${value}`)}</title>`,
    `<path d="M4 0h${left - 4}v22H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4z" fill="${ink}"/>`,
    `<path d="M${left} 0h${right - 4}a4 4 0 0 1 4 4v14a4 4 0 0 1-4 4h-${right - 4}z" fill="${colourOf(report)}"/>`,
    `<g fill="#ffffff" font-family="system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif" font-size="11">`,
    text(0, label),
    text(left, value),
    "</g></svg>",
    ""
  ].join("\n")
}
