import { pasted } from "@embedded-super/contracts/pasted"
import { isAbn, isEmployerNumber } from "@embedded-super/contracts/pure-checks"
import { type FundFileColumn, fundFileColumns } from "@embedded-super/contracts/fund-files"
import { EmployerNumber, HashedAbn } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"

/** The columns of a list, from specs/fund-files. */
export const LIST_COLUMNS = fundFileColumns.EmployerListRow
export type ListColumn = FundFileColumn<"EmployerListRow">

/** The indexes of a file's columns; -1 for a column that it lacks. */
export interface Columns {
  /** How many cells a row has at least: up to the last column with a name. */
  readonly count: number
  /** Columns without a name, which spreadsheets save: their cells must be empty. */
  readonly unnamed: ReadonlyArray<number>
  readonly at: Readonly<Record<ListColumn, number>>
}

/** Whether a cell holds nothing. */
export const isBlank = (cell: string): boolean => cell.trim() === ""

/** Reads the first line: lower-cased and trimmed names, no duplicates, and only agreed columns or columns without a name. */
export const readHeader = (cells: ReadonlyArray<string>): Columns | S.EmployerListFindingCode => {
  if (cells.some((cell) => cell.includes("\0") || cell.includes("\uFFFD"))) return "utf_16"
  const names = cells.map((cell) => cell.trim().toLowerCase())
  if (names.length === 1 && /^abn *[;\t|]/.test(names[0] ?? "")) return "header_separator"
  const named = names.filter((name) => name !== "")
  if (new Set(named).size < named.length) return "header_duplicate"
  if (!names.includes("abn")) return "header_without_abn"
  if (named.some((name) => !LIST_COLUMNS.some((column) => column === name))) return "header_unknown"
  const at = Object.fromEntries(LIST_COLUMNS.map((column) => [column, names.indexOf(column)]))
  const count = names.findLastIndex((name) => name !== "") + 1
  const unnamed = names.slice(0, count).flatMap((name, index) => (name === "" ? [index] : []))
  return { count, unnamed, at: at as Columns["at"] }
}

/** How a list names employers. */
export type ListFormat = "plain" | "hashed"

/** The columns other than the ABN; a row may leave each of them empty. */
export type ValueColumn = Exclude<ListColumn | FundFileColumn<"HashedEmployerListRow">, "abn">
export type Values = Readonly<Record<ValueColumn, string | null>> & {
  readonly employer_number: S.EmployerNumber | null
}

/** The usable part of a row: its ABN's digits or hash, and its values. `code` is its mistake. */
export interface CheckedRow {
  readonly value: string | undefined
  readonly values: Values
  readonly code: S.EmployerListFindingCode | undefined
  /** Whether the row is in the format that isn't agreed: then the whole file is refused. */
  readonly otherFormat: boolean
}

const isHash = Schema.is(HashedAbn)
const ELEVEN_DIGITS = /^[0-9]{11}$/
const SCIENTIFIC = /^[0-9]+(?:[.,][0-9]+)?e\+?[0-9]+$/i
const isNumber = Schema.is(EmployerNumber)

/** Whether a number is a placeholder that funds' systems are known to hold for a missing one (D-member-numbers). */
export const isPlaceholder = (number: string): boolean => !isEmployerNumber(number)

/**
 * The mistake in a value that isn't empty; undefined if there is none. Only the ABN matters for a match: an invalid
 * value is left out, and the employer still matches. A column that the specs add or drop is a compile error here.
 */
const mistakeIn: {
  readonly [Column in ValueColumn]: (value: string) => S.EmployerListFindingCode | undefined
} = {
  employer_number: (number) =>
    !isNumber(number)
      ? "employer_number_invalid"
      : isPlaceholder(number)
        ? "employer_number_placeholder"
        : undefined
}
export const VALUE_COLUMNS = Object.keys(mistakeIn) as ReadonlyArray<ValueColumn>

/** The value of each column, as `valueOf` returns it. */
export const valuesBy = (valueOf: (column: ValueColumn) => string | null): Values =>
  Object.fromEntries(VALUE_COLUMNS.map((column) => [column, valueOf(column)])) as Values

export const NO_VALUES = valuesBy(() => null)

const wrong = (code: S.EmployerListFindingCode, otherFormat = false): CheckedRow => ({
  value: undefined,
  values: NO_VALUES,
  code,
  otherFormat
})

/** The mistake in a plain ABN; undefined if there is none. `digits` are those of the cell. */
const mistakeInAbn = (cell: string, digits: string): S.EmployerListFindingCode | undefined => {
  if (!ELEVEN_DIGITS.test(digits)) {
    return SCIENTIFIC.test(cell) ? "abn_scientific_notation" : "abn_not_eleven_digits"
  }
  if (digits.startsWith("0")) return "abn_leading_zero"
  return isAbn(digits) ? undefined : "abn_checksum"
}

/** Checks one row against the agreed format (D-abn, D-hashed-lists). Text stays text: leading zeros are never lost. */
export const checkRow = (cells: ReadonlyArray<string>, { at }: Columns, format: ListFormat): CheckedRow => {
  if (cells.some((cell) => cell.includes("\uFFFD"))) return wrong("not_utf_8")
  const cell = cells[at.abn]?.trim() ?? ""
  if (cell === "") return wrong("abn_missing")
  let value: string
  if (format === "hashed") {
    if (!isHash(cell)) {
      return ELEVEN_DIGITS.test(pasted("abn", cell))
        ? wrong("plain_abn_among_hashes", true)
        : wrong("hash_not_64_digits")
    }
    value = cell.toLowerCase()
  } else {
    value = pasted("abn", cell)
    const mistake = mistakeInAbn(cell, value)
    if (mistake !== undefined) return isHash(cell) ? wrong("hash_among_plain_abns", true) : wrong(mistake)
  }
  let code: S.EmployerListFindingCode | undefined
  const values = valuesBy((column) => {
    const text = cells[at[column]]?.trim() ?? ""
    const mistake = text === "" ? undefined : mistakeIn[column](text)
    code ??= mistake
    return text === "" || mistake !== undefined ? null : text
  })
  return { value, values, code, otherFormat: false }
}
