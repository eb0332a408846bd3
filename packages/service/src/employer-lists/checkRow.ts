import { isAbn } from "@embedded-super/contracts/checks"
import { EmployerNumber } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import { isPlaceholder } from "./placeholders.ts"

/** How a list names employers. */
export type ListFormat = "plain" | "hashed"

/** A row as far as it can be used: its ABN's digits or hash, and its number. `code` is what is wrong with it. */
export interface CheckedRow {
  readonly value: string | undefined
  readonly number: string | undefined
  readonly code: S.EmployerListFindingCode | undefined
  /** It is in the format that isn't agreed: nothing of the file can be trusted. */
  readonly otherFormat: boolean
}

const HASH = /^[0-9A-Fa-f]{64}$/
const ABN_AS_WRITTEN = /^[0-9](?:[ -]*[0-9]){10}$/
const SCIENTIFIC = /^[0-9]+(?:[.,][0-9]+)?e\+?[0-9]+$/i
const isNumber = Schema.is(EmployerNumber)

const wrong = (code: S.EmployerListFindingCode, otherFormat = false): CheckedRow => ({
  value: undefined,
  number: undefined,
  code,
  otherFormat
})

/** What is wrong with a plain ABN; undefined if nothing is. */
const mistakeInAbn = (cell: string, digits: string): S.EmployerListFindingCode | undefined => {
  if (SCIENTIFIC.test(cell)) return "abn_scientific_notation"
  if (!ABN_AS_WRITTEN.test(cell)) return "abn_not_eleven_digits"
  if (digits.startsWith("0")) return "abn_leading_zero"
  return isAbn(digits) ? undefined : "abn_checksum"
}

/** Judges one row by the agreed form (domain 4.1, 4.3). Text stays text: leading zeros are never lost. */
export const checkRow = (abnCell: string, numberCell: string | undefined, format: ListFormat): CheckedRow => {
  const cell = abnCell.trim()
  const written = numberCell?.trim() ?? ""
  if (cell.includes("\uFFFD") || written.includes("\uFFFD")) return wrong("not_utf_8")
  if (cell === "") return wrong("abn_missing")
  let value = cell
  if (format === "hashed") {
    if (!HASH.test(cell)) {
      return ABN_AS_WRITTEN.test(cell) ? wrong("plain_abn_among_hashes", true) : wrong("hash_not_64_digits")
    }
    value = cell.toLowerCase()
  } else {
    if (HASH.test(cell)) return wrong("hash_among_plain_abns", true)
    value = cell.replace(/[ -]/g, "")
    const mistake = mistakeInAbn(cell, value)
    if (mistake !== undefined) return wrong(mistake)
  }
  if (written === "") return { value, number: undefined, code: undefined, otherFormat: false }
  // Matching is on ABN only: a number that can't be used is dropped, and the employer matches.
  if (!isNumber(written))
    return { value, number: undefined, code: "employer_number_invalid", otherFormat: false }
  return isPlaceholder(written)
    ? { value, number: undefined, code: "employer_number_placeholder", otherFormat: false }
    : { value, number: written, code: undefined, otherFormat: false }
}
