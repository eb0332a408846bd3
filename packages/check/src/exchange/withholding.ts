/**
 * The last guard of every report: no text of it holds a value that the kit sent or got and that masking hides.
 *
 * Why besides masking: masking knows the places of a message, but a check's sentence is free text, and a server may put a
 * person's data at a place that masking shows, or in another spelling.
 *
 * The trap: it knows only the values that the run's own calls held. Data of a person that the kit never sent, in a form that no
 * rule knows, passes; so a check describes an answer and never quotes it.
 */
import { withoutTfns } from "@embedded-super/http-manners"
import { MASK } from "@embedded-super/pages/content/masking/shown"
import { printable } from "../report/shortText.ts"
import type { Exchange } from "./Exchange.ts"
import { sentValues } from "./sentValues.ts"

/** A piece of a text that may be an encoded value. The look behind keeps the time linear in a long text without a space. */
const ENCODED = /(?<![^\s"'<>])[^\s"'<>]*%[0-9A-Fa-f]{2}[^\s"'<>]*|[A-Za-z0-9+/_-]{8,}={0,2}/g

const BASE64 = /^[A-Za-z0-9+/_-]{8,}={0,2}$/

const fromPercent = (text: string): string =>
  text.replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll("%", ""), "hex").toString()
  )

/** Without the whole of the text: an id or a path that only looks like base64 decodes to noise, which does no harm. */
const fromBase64 = (text: string): string => Buffer.from(text, "base64").toString()

/** The texts that a piece may encode: percent encoding and base64, also nested, decoded three times at most. */
const decodings = (piece: string, depth = 3): ReadonlyArray<string> => {
  if (depth === 0) return []
  const once = [
    fromPercent(piece).replaceAll("+", " "),
    ...(piece.match(ENCODED) ?? []).filter((part) => BASE64.test(part)).map(fromBase64)
  ].filter((text) => text !== piece)
  return [...once, ...once.flatMap((text) => decodings(text, depth - 1))]
}

/** Returns a text as it may be shown. */
export type Withholding = (text: string) => string

const WORD = /[\p{L}\d]+/gu

/** Ids, whose digits are no number, or a number whose digits may have signs or spaces between them. */
const NUMBER = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})|(?<!\d)\d(?:[\s._,/-]{0,2}\d){5,}(?!\d)/gi

const digitsOf = (text: string): string => text.replaceAll(/\D/g, "")

const isNumber = (value: string): boolean => /^[\d\s()./+-]+$/.test(value) && digitsOf(value).length >= 6

const numbersHidden = (values: ReadonlyArray<string>): Withholding => {
  const written = values.filter(isNumber).map(digitsOf)
  // A phone number is written with the country's number or with a 0.
  const numbers = new Set(written.flatMap((digits) => [digits, digits.replace(/^61(?=\d{9}$)/, "0")]))
  const longest = Math.max(0, ...[...numbers].map(({ length }) => length))
  /** Whether neighbouring groups of digits make one of the numbers. A part of a longer number is another number. */
  const holdsOne = (run: string): boolean => {
    const groups = run.match(/\d+/g) ?? []
    return groups.some((_, from) => {
      let digits = ""
      for (let to = from; to < groups.length && digits.length < longest; to += 1) {
        digits += groups[to]!
        if (numbers.has(digits)) return true
      }
      return false
    })
  }
  return (text) =>
    text.replaceAll(NUMBER, (run, id: string | undefined) => (id === undefined && holdsOne(run) ? MASK : run))
}

const escaped = (text: string): string => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)

/** The longest word of a value: the first one may be in every text, as `v1` is. */
const longestWord = (value: string): string =>
  (value.match(WORD) ?? []).reduce((longest, word) => (word.length > longest.length ? word : longest), "")

/** Values are found by their longest word: a run has thousands of them, too many for one expression. */
const wordsHidden = (values: ReadonlyArray<string>): Withholding => {
  const byWord = Map.groupBy(
    values.filter((value) => !isNumber(value)).toSorted((a, b) => b.length - a.length),
    longestWord
  )
  return (text) => {
    const candidates = [...new Set(text.match(WORD))]
      .flatMap((word) => byWord.get(word) ?? [])
      .filter((value) => text.includes(value))
      .toSorted((a, b) => b.length - a.length)
    if (candidates.length === 0) return text
    const any = candidates.map(escaped).join("|")
    return text.replaceAll(new RegExp(`(?<![\\p{L}\\d])(?:${any})(?![\\p{L}\\d])`, "gu"), MASK)
  }
}

/** Longer texts seldom come twice. */
const OFTEN = 200

/** Remembers the results: the headers of a thousand calls are mostly the same. */
const remembered = (withholding: Withholding): Withholding => {
  const known = new Map<string, string>()
  return (text) => {
    if (text.length > OFTEN) return withholding(text)
    const shown = known.get(text) ?? withholding(text)
    known.set(text, shown)
    return shown
  }
}

/** Hides what these calls held, in any spelling and encoded too, and whatever looks like a tax file number. */
export const withholdingOf = (exchanges: ReadonlyArray<Exchange>): Withholding => {
  const values = [...sentValues(exchanges)]
  const [numbers, words] = [numbersHidden(values), wordsHidden(values)]
  const plain = (text: string): string => withoutTfns(words(numbers(text)), MASK)
  const hides = (text: string): boolean => plain(text) !== text
  return remembered((text) =>
    plain(printable(text).replaceAll(ENCODED, (piece) => (decodings(piece).some(hides) ? MASK : piece)))
  )
}
