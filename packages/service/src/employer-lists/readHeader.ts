import type * as S from "@embedded-super/contracts/schemas"

/** Where the columns are. */
export interface Columns {
  readonly count: number
  readonly abn: number
  /** -1 where the file has none. */
  readonly number: number
}

/** Reads the first line: names folded and trimmed, each once, and no others than are agreed. */
export const readHeader = (cells: ReadonlyArray<string>): Columns | S.EmployerListFindingCode => {
  if (cells.some((cell) => cell.includes("\0") || cell.includes("\uFFFD"))) return "utf_16"
  const names = cells.map((cell) => cell.trim().toLowerCase())
  if (names.length === 1 && /^abn *[;\t|]/.test(names[0] ?? "")) return "header_separator"
  if (new Set(names).size < names.length) return "header_duplicate"
  const abn = names.indexOf("abn")
  if (abn < 0) return "header_without_abn"
  if (names.some((name) => name !== "abn" && name !== "employer_number")) return "header_unknown"
  return { count: names.length, abn, number: names.indexOf("employer_number") }
}
