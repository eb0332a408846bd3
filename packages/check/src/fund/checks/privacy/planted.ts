import { holdsNumber as textHolds } from "@embedded-super/rules/calls/FundOperation"
import type { Answer } from "../../FundUnderTest.ts"

const everythingIn = ({ headers, text }: Answer): string => `${Object.values(headers).join("\n")}\n${text}`

/** Long enough for nine digits. */
const BASE64 = /[A-Za-z0-9+/_-]{12,}/g

/** The text as it is, with escapes of JSON and of addresses resolved, and what it holds as base64. */
const readings = (text: string): ReadonlyArray<string> => [
  text,
  text.replace(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
  text.replace(/%([0-7][0-9a-fA-F])/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
  Array.from(text.matchAll(BASE64), ([word]) => Buffer.from(word, "base64").toString("latin1")).join("\n")
]

export const holdsNumber = (answer: Answer, digits: string): boolean =>
  readings(everythingIn(answer)).some((text) => textHolds(text, digits))

/** The last three or four digits, after signs that hide the others, or after the number's name. */
export const holdsLastDigits = (answer: Answer, digits: string): boolean => {
  const last = `(?:${digits.at(-4)!})?${digits.slice(-3)}(?!\\d)`
  const hidden = new RegExp(`(?:[*•#]{2}|[xX]{3})[ .\\-]?(?:[*•#xX]{3}[ .\\-]?)?${last}`)
  const named = new RegExp(`(?:\\btfn|tax file number)[^{}]{0,24}?(?<!\\d)${last}`, "i")
  return readings(everythingIn(answer)).some((text) => hidden.test(text) || named.test(text))
}

const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"]
]

/** A date as programs and people write it. No number is read out of a longer one. */
const datePatterns = (date: string): ReadonlyArray<RegExp> => {
  const [year = "", month = "", day = ""] = date.split("-")
  const name = MONTHS[Number(month) - 1]!
  const word = `${name.slice(0, 3)}(?:${name.slice(3)})?`
  const short = (part: string) => part.replace(/^0/, "0?")
  const [d, m] = [short(day), short(month)]
  const forms = [
    `${year}[-/.]?${month}[-/.]?${day}`,
    `${d}[-/. ]${m}[-/. ]${year}`,
    `${m}[-/. ]${d}[-/. ]${year}`,
    `${day}${month}${year}`,
    `${d}(?:st|nd|rd|th)?[- ]${word}[-, ]+${year}`,
    `${word} ${d}(?:st|nd|rd|th)?,? ${year}`
  ]
  return forms.map((form) => new RegExp(`(?<!\\d)${form}(?!\\d)`, "i"))
}

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Capital and small letters are the same. */
export const holdsText = (answer: Answer, planted: string): boolean => {
  const patterns = isDate(planted) ? datePatterns(planted) : []
  return readings(everythingIn(answer)).some(
    (text) =>
      text.toLowerCase().includes(planted.toLowerCase()) || patterns.some((pattern) => pattern.test(text))
  )
}
