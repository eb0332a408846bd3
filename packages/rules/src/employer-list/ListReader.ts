import type * as S from "@embedded-super/contracts/schemas"
import {
  checkRow,
  type Columns,
  isBlank,
  type ListFormat,
  readHeader,
  VALUE_COLUMNS,
  type ValueColumn,
  type Values
} from "./checkRow.ts"
import { finding, otherFormat, tooManyBadRows } from "./findings.ts"
import { BAD_SHARE, MOST_FINDINGS, MOST_ROWS } from "./listRules.ts"
import { KEY_BYTES, type listKeys } from "./listKeys.ts"

/** Rows that can be stored: parallel lists, with the keys concatenated. */
export interface RowBatch {
  /** Rows of the file up to here, bad ones included. */
  readonly rowsRead: number
  readonly lines: ReadonlyArray<number>
  readonly keys: Uint8Array
  readonly values: Readonly<Record<ValueColumn, ReadonlyArray<string | null>>>
}

/** Of a row in the other format than the rest. They are untrue of a file that has no other rows. */
const mixtures: ReadonlySet<S.EmployerListFindingCode> = new Set([
  "hash_among_plain_abns",
  "plain_abn_among_hashes"
])

const LINE_BREAK = /\r\n|\r|\n/g

/** Lines of the file that a record covers: quoted cells may contain line breaks. */
const linesOf = (cells: ReadonlyArray<string>): number => {
  let lines = 1
  for (const cell of cells) {
    if (cell.includes("\n") || cell.includes("\r")) lines += cell.match(LINE_BREAK)?.length ?? 0
  }
  return lines
}

/** Reads a list record by record and remembers its mistakes, never its values. */
export class ListReader {
  rows = 0
  badRows = 0
  line = 1
  /** Why the whole file is refused. */
  fatal: S.EmployerListFinding | undefined
  findings: Array<S.EmployerListFinding> = []
  private columns: Columns | undefined
  /** Lines of the first bad rows. */
  private readonly badLines: Array<number> = []
  /** Rows in the format that isn't agreed, and the line of the first. */
  private other = { rows: 0, line: 0 }
  private readonly format: ListFormat
  private readonly keys: ReturnType<typeof listKeys>

  constructor(format: ListFormat, keys: ReturnType<typeof listKeys>) {
    this.format = format
    this.keys = keys
  }

  note(code: S.EmployerListFindingCode, line: number, isBad: boolean): void {
    if (isBad) {
      this.badRows += 1
      if (this.badLines.length < MOST_FINDINGS) this.badLines.push(line)
    }
    if (this.findings.length < MOST_FINDINGS) this.findings.push(finding(code, line))
  }

  /** Reads the next records of the file. Returns those that can be stored. */
  read(records: ReadonlyArray<ReadonlyArray<string>>): RowBatch {
    const lines: Array<number> = []
    const values: Array<Values> = []
    const keys = Buffer.alloc(records.length * KEY_BYTES)
    for (const cells of records) {
      if (this.fatal !== undefined) break
      const at = this.line
      this.line += linesOf(cells)
      // Also a line of commas alone, which spreadsheets save for an empty row.
      if (cells.every(isBlank)) continue
      const row = this.columns === undefined ? this.header(cells, at) : this.row(cells, at, this.columns)
      if (row?.value === undefined) continue
      this.keys.write(row.value, keys, lines.length * KEY_BYTES)
      lines.push(at)
      values.push(row.values)
    }
    const byColumn = VALUE_COLUMNS.map((column) => [column, values.map((row) => row[column])])
    return {
      rowsRead: this.rows,
      lines,
      keys: keys.subarray(0, lines.length * KEY_BYTES),
      values: Object.fromEntries(byColumn) as RowBatch["values"]
    }
  }

  /** The finding on the whole file after its last record, if any. */
  end(): S.EmployerListFinding | undefined {
    if (this.fatal !== undefined) return this.fatal
    if (this.columns === undefined) return finding("empty_file")
    if (this.rows === 0) return finding("no_rows")
    if (this.other.rows === this.rows) this.findings = this.findings.filter(({ code }) => !mixtures.has(code))
    if (this.other.rows > 0) return otherFormat(this.format, this.other.line, this.other.rows, this.rows)
    return this.badRows > this.rows * BAD_SHARE
      ? tooManyBadRows(this.badLines, this.badRows, this.rows)
      : undefined
  }

  private header(cells: ReadonlyArray<string>, at: number): undefined {
    const header = readHeader(cells)
    if (typeof header === "string") this.fatal = finding(header, at)
    else this.columns = header
  }

  private row(cells: ReadonlyArray<string>, at: number, columns: Columns) {
    this.rows += 1
    if (this.rows > MOST_ROWS) {
      this.fatal = finding("too_many_rows", at)
      return undefined
    }
    if (cells.length < columns.count) {
      this.note("too_few_cells", at, true)
      return undefined
    }
    if (
      !columns.unnamed.every((place) => isBlank(cells[place]!)) ||
      (cells.length > columns.count && !cells.slice(columns.count).every(isBlank))
    ) {
      this.note("too_many_cells", at, true)
      return undefined
    }
    const checked = checkRow(cells, columns, this.format)
    if (checked.code !== undefined) this.note(checked.code, at, checked.value === undefined)
    if (checked.otherFormat) {
      this.other = { rows: this.other.rows + 1, line: this.other.rows === 0 ? at : this.other.line }
    }
    // The file is refused; the rest is read only to count such rows.
    if (this.other.rows > 0) return undefined
    return checked
  }
}
