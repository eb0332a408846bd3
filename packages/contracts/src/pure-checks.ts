/**
 * The checks in addition to a pattern, as plain functions without Effect: the browser frame has them too. Each returns true
 * for a valid value. None of them ever returns, prints or throws the value.
 */

import { pasted } from "./pasted.ts"

const weighted = (digits: string, weights: ReadonlyArray<number>): number =>
  weights.reduce((sum, weight, index) => sum + weight * (digits.charCodeAt(index) - 48), 0)

const abnWeights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]

/**
 * Australian Business Number: 11 digits, none leading zero, modulo 89. 10000000000 passes the checksum but isn't a
 * valid number.
 */
export const isAbn = (value: string): boolean =>
  /^[1-9][0-9]{10}$/.test(value) && value !== "10000000000" && (weighted(value, abnWeights) - 10) % 89 === 0

/** An ABN as people write or paste it. */
export const isAbnInput = (value: string): boolean => isAbn(pasted("abn", value))

const tfnWeights = [1, 4, 3, 7, 5, 8, 6, 9, 10]

/** Tax file number: nine digits, modulo 11. 000000000 passes the sum but is the code for "not quoted". */
export const isTfn = (value: string): boolean =>
  /^[0-9]{9}$/.test(value) && value !== "000000000" && weighted(value, tfnWeights) % 11 === 0

/** A tax file number as people write or paste it. */
export const isTfnInput = (value: string): boolean => isTfn(pasted("tfn", value))

/**
 * Whether a text isn't one of the old tax file numbers of eight digits. Two sets of weights are in use for those, so none of
 * them can be checked.
 */
export const isNoOldTfn = (value: string): boolean => !/^[0-9]{8}$/.test(pasted("tfn", value))

/** Unique Superannuation Identifier: the old SPIN form, or a valid ABN and three digits. */
export const isUsi = (value: string): boolean =>
  /^[A-Z]{3}[0-9]{4}AU$/.test(value) || (/^[0-9]{14}$/.test(value) && isAbn(value.slice(0, 11)))

/** A USI as people write or paste it, in any case. */
export const isUsiInput = (value: string): boolean => isUsi(pasted("usi", value))

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

/** Placeholders that people and systems write for a missing number (D-member-numbers). */
const missing = new Set(["unknown", "pending", "none", "null", "tba", "n/a", "na"])

/** Whether a text says that a number is missing, instead of being one. */
export const saysMissing = (value: string): boolean => missing.has(value.trim().toLowerCase())

/** A member number that isn't one of the placeholders that payrolls are known to send. */
export const isMemberNumber = (value: string): boolean =>
  !saysMissing(value) && value !== "0" && value !== "999999999"

/** A member number as people copy it, with spaces. */
export const isMemberNumberInput = (value: string): boolean => isMemberNumber(withoutSpaces(value))

const withoutSpaces = (input: string): string => input.replaceAll(" ", "")

/** An employer number that isn't a placeholder: a text for "missing", or one digit repeated (0, 999999999). */
export const isEmployerNumber = (value: string): boolean =>
  !saysMissing(value) && !/^(?:0+|9{4,})$/.test(value.trim())

/** A check, and the code of the finding on a text that fails it. */
interface TextCheck {
  readonly holds: (value: string) => boolean
  readonly code: string
}

/** The checks by their `x-check` or `x-check-first` name. */
export const textChecks = {
  abn: { holds: isAbn, code: "invalid_checksum" },
  "abn-input": { holds: isAbnInput, code: "invalid_checksum" },
  "employer-number": { holds: isEmployerNumber, code: "not_allowed" },
  "calendar-date": { holds: isCalendarDate, code: "invalid_format" },
  "member-number": { holds: isMemberNumber, code: "not_allowed" },
  "member-number-input": { holds: isMemberNumberInput, code: "not_allowed" },
  tfn: { holds: isTfn, code: "invalid_checksum" },
  "tfn-input": { holds: isTfnInput, code: "invalid_checksum" },
  "tfn-length": { holds: isNoOldTfn, code: "too_short" },
  timestamp: { holds: isTimestamp, code: "invalid_format" },
  usi: { holds: isUsi, code: "invalid_checksum" },
  "usi-input": { holds: isUsiInput, code: "invalid_checksum" }
} as const satisfies Readonly<Record<string, TextCheck>>

/** The `x-check` name of a check. */
export type TextCheckName = keyof typeof textChecks
