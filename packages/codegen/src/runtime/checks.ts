/**
 * The checks of `pure-checks.ts` as checks of Effect's schemas, for the server. `expected` is the text for a message,
 * `issueCode` the code of the finding in a problem.
 */
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import { type TextCheckName, textChecks } from "./pure-checks.ts"

const named = (name: TextCheckName, expected: string): SchemaAST.Filter<string> =>
  Schema.makeFilter(textChecks[name].holds, {
    identifier: name,
    expected,
    issueCode: textChecks[name].code
  })

<<<<<<< HEAD
/** The digits of a number that people write with spaces and hyphens. */
export const digitsOf = (input: string): string => input.replace(/[ -]/g, "")

const weighted = (digits: string, weights: ReadonlyArray<number>): number =>
  weights.reduce((sum, weight, index) => sum + weight * (digits.charCodeAt(index) - 48), 0)

const abnWeights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]

/**
 * Australian Business Number: 11 digits, none leading zero, modulo 89. 10000000000 passes the checksum but isn't a
 * valid number.
 */
export const isAbn = (value: string): boolean =>
  /^[1-9][0-9]{10}$/.test(value) && value !== "10000000000" && (weighted(value, abnWeights) - 10) % 89 === 0

/** An ABN as people write it, with spaces and hyphens. */
export const isAbnInput = (value: string): boolean => isAbn(digitsOf(value))

const tfnWeights = [1, 4, 3, 7, 5, 8, 6, 9, 10]

/** Tax file number: nine digits, modulo 11. 000000000 passes the sum but is the code for "not quoted". */
export const isTfn = (value: string): boolean =>
  /^[0-9]{9}$/.test(value) && value !== "000000000" && weighted(value, tfnWeights) % 11 === 0

/** A tax file number as people write it, with spaces and hyphens. */
export const isTfnInput = (value: string): boolean => isTfn(digitsOf(value))

/**
 * Whether a tax file number isn't one of the old numbers of eight digits. Two sets of weights are in use for those, so
 * none of them can be checked.
 */
export const isNoOldTfn = (value: string): boolean => !/^ *[0-9](?:[ -]*[0-9]){7} *$/.test(value)

/** Unique Superannuation Identifier: the old SPIN form, or a valid ABN and three digits. */
export const isUsi = (value: string): boolean =>
  /^[A-Z]{3}[0-9]{4}AU$/.test(value) || (/^[0-9]{14}$/.test(value) && isAbn(value.slice(0, 11)))

const daysIn = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** A day that exists, YYYY-MM-DD. */
export const isCalendarDate = (value: string): boolean => {
  const [, year, month, day] = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(value)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

/** A time in UTC whose day exists. */
export const isTimestamp = (value: string): boolean => isCalendarDate(value.slice(0, 10))

const placeholders = new Set(["0", "999999999", "unknown", "pending"])

/** A member number that isn't one of the placeholders that payrolls are known to send. */
export const isMemberNumber = (value: string): boolean => !placeholders.has(value.toLowerCase())

/** A member number as people copy it, with spaces. */
export const isMemberNumberInput = (value: string): boolean => isMemberNumber(withoutSpaces(value))

/** The text without its spaces. */
export const withoutSpaces = (input: string): string => input.replaceAll(" ", "")

export const abn = named("abn", "an ABN with a valid checksum", "invalid_checksum", isAbn)
export const abnInput = named("abn-input", "an ABN with a valid checksum", "invalid_checksum", isAbnInput)
export const calendarDate = named("calendar-date", "a day that exists", "invalid_format", isCalendarDate)
export const memberNumber = named(
  "member-number",
  "a member number, not a placeholder",
  "not_allowed",
  isMemberNumber
)
export const memberNumberInput = named(
  "member-number-input",
  "a member number, not a placeholder",
  "not_allowed",
  isMemberNumberInput
)
export const tfn = named("tfn", "a tax file number with a valid checksum", "invalid_checksum", isTfn)
export const tfnInput = named(
  "tfn-input",
  "a tax file number with a valid checksum",
  "invalid_checksum",
  isTfnInput
)
/** Its finding is a whole sentence: people with such a number can only ring the ATO, or go on without it. */
export const tfnLength = Schema.makeFilter(isNoOldTfn, {
  identifier: "tfn-length",
  expected: "a tax file number of nine digits",
  message:
    "has 8 digits. Some older numbers have 8 digits. They can't be used here. Call the ATO, or choose not to give it",
  issueCode: "too_short"
})
export const timestamp = named("timestamp", "a moment on a day that exists", "invalid_format", isTimestamp)
export const usi = named(
  "usi",
  "a USI: three letters, four digits and AU, or a valid ABN and three digits",
  "invalid_checksum",
  isUsi
)
=======
export const abn = named("abn", "an ABN with a valid checksum")
export const abnInput = named("abn-input", "an ABN with a valid checksum")
export const calendarDate = named("calendar-date", "a day that exists")
export const memberNumber = named("member-number", "a member number, not a placeholder")
export const memberNumberInput = named("member-number-input", "a member number, not a placeholder")
export const tfn = named("tfn", "a tax file number with a valid checksum")
export const tfnInput = named("tfn-input", "a tax file number with a valid checksum")
export const timestamp = named("timestamp", "a moment on a day that exists")
export const usi = named("usi", "a USI: three letters, four digits and AU, or a valid ABN and three digits")
>>>>>>> embed
