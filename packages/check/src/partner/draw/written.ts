/** Ways to write one thing: texts, JSON, header names. */
import type { Draw } from "./Draw.ts"

/** Letters beyond ASCII, of one to four bytes each in UTF-8, that databases and encodings trip over. */
const beyondAscii = [
  "Đặng",
  "Müller-Öz",
  "李",
  "Ἀθηνᾶ",
  "משה",
  "İıßſ",
  "e\u0301",
  "🪃👩🏽‍🌾",
  "½№",
  "\u{2070E}"
] as const

/** A part of a remote_id with letters beyond ASCII. */
export const beyondAsciiPart = (draw: Draw): string => draw.pick("letters", beyondAscii)

/** An identifier as software makes them, of this number. */
export const plainRemoteId = (draw: Draw, word: string, nth: number): string =>
  draw.pick("remote id", [
    `${word}-${nth}`,
    `${word.toUpperCase()}_${String(nth).padStart(6, "0")}`,
    `${word.slice(0, 3)}.${nth}`,
    `${word}:${nth}/a`,
    `${word}-${"0123456789".repeat(20)}-${nth}`
  ])

/** JSON that isn't what a serialiser writes: parsing and writing it again changes its bytes, and so does trimming it. */
export const spacedJson = (draw: Draw, value: object): string => {
  const indent = draw.pick("indent", [1, 2, 3, 4, 8, "\t"])
  const letter = draw.pick("escape", ["v", "1"])
  const escaped = `\\u00${letter.codePointAt(0)!.toString(16)}`
  const text = JSON.stringify(value, null, indent)
  const written = text.replace('"v1"', `"${"v1".replace(letter, escaped)}"`)
  return `${draw.pick("before", ["", "\n", " "])}${written}${draw.pick("after", ["\n", "\r\n", "  "])}`
}

/** A header name in another case: of each word's first letter, of all, or of some. */
export const inOtherCase = (draw: Draw): ((name: string) => string) =>
  draw.pick<(name: string) => string>("case", [
    (name) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
    (name) => name.toUpperCase(),
    (name) => name.replace(/[a-z](?=[a-z])/g, (letter) => letter.toUpperCase())
  ])
