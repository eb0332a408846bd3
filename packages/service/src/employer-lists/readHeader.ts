import { type FundFileColumn, fundFileColumns } from "@embedded-super/contracts/fund-files"
import type * as S from "@embedded-super/contracts/schemas"

/** The columns of a list, from specs/fund-files. */
export const LIST_COLUMNS = fundFileColumns.EmployerListRow
export type ListColumn = FundFileColumn<"EmployerListRow">

/** The indexes of a file's columns; -1 for a column that it lacks. */
export interface Columns {
  readonly count: number
  readonly at: Readonly<Record<ListColumn, number>>
}

/** Reads the first line: lower-cased and trimmed names, no duplicates, and only agreed columns. */
export const readHeader = (cells: ReadonlyArray<string>): Columns | S.EmployerListFindingCode => {
  if (cells.some((cell) => cell.includes("\0") || cell.includes("\uFFFD"))) return "utf_16"
  const names = cells.map((cell) => cell.trim().toLowerCase())
  if (names.length === 1 && /^abn *[;\t|]/.test(names[0] ?? "")) return "header_separator"
  if (new Set(names).size < names.length) return "header_duplicate"
  if (!names.includes("abn")) return "header_without_abn"
  if (names.some((name) => !LIST_COLUMNS.some((column) => column === name))) return "header_unknown"
  const at = Object.fromEntries(LIST_COLUMNS.map((column) => [column, names.indexOf(column)]))
  return { count: names.length, at: at as Columns["at"] }
}
