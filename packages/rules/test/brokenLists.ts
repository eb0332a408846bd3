import { createHash } from "node:crypto"
import { abns, listOf } from "./lists.ts"

/** The employers of the list that was accepted before. */
export const OLD = abns(6)
export const HASH = (text: string) => createHash("sha256").update(text).digest("hex")

export interface BrokenList {
  readonly why: string
  readonly file: string | Uint8Array
  /** The reason for which the whole file is refused. */
  readonly reason: string
  /** The line and the code of the first finding; without a code, the line of the reason itself. */
  readonly line: number | undefined
  readonly code?: string
  readonly hashed?: boolean
  readonly sha256?: string
}

const row = (...rows: ReadonlyArray<string>) => `abn,employer_number\n${rows.join("\n")}\n`
const bad = { reason: "too_many_bad_rows" }
const utf16 = Buffer.from(listOf(OLD), "utf16le")

/** The mistakes of real exports (D-employer-lists, D-abn). */
export const brokenLists: ReadonlyArray<BrokenList> = [
  { why: "nothing at all", file: "", reason: "empty_file", line: undefined },
  { why: "a header alone", file: row(), reason: "no_rows", line: undefined },
  { why: "blank lines alone", file: "\n\n\n", reason: "empty_file", line: undefined },
  { why: "no header", file: `${OLD[0]},EMP-1\n`, reason: "header_without_abn", line: 1 },
  {
    why: "another name for the column",
    file: `hashed,employer_number\n${OLD[0]},E\n`,
    reason: "header_without_abn",
    line: 1
  },
  { why: "a column twice", file: `abn,ABN \n${OLD[0]},${OLD[0]}\n`, reason: "header_duplicate", line: 1 },
  {
    why: "a column that nobody knows",
    file: `abn,employer_name\n${OLD[0]},Wattle\n`,
    reason: "header_unknown",
    line: 1
  },
  { why: "semicolons", file: `abn;employer_number\n${OLD[0]};E1\n`, reason: "header_separator", line: 1 },
  {
    why: "UTF-16 with a mark",
    file: Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
    reason: "utf_16",
    line: 1
  },
  { why: "UTF-16 without a mark", file: utf16, reason: "utf_16", line: 1 },
  {
    why: "UTF-16, the other way round",
    file: Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]),
    reason: "utf_16",
    line: 1
  },
  {
    why: "an Excel workbook",
    file: Buffer.from("PK\u0003\u0004 xl/workbook.xml"),
    reason: "excel_file",
    line: undefined
  },
  {
    why: "a workbook of an older Excel",
    file: Buffer.from("d0cf11e0a1b11ae10000", "hex"),
    reason: "excel_file",
    line: undefined
  },
  {
    why: "another encoding",
    file: Buffer.concat([
      Buffer.from(row(`${OLD[0]},E1`)),
      Buffer.from(`${OLD[1]},`),
      Buffer.from([0xe9, 0x0a])
    ]),
    ...bad,
    line: 3,
    code: "not_utf_8"
  },
  {
    why: "a wrong check digit",
    file: row(`${OLD[0]},E1`, "51824753557,E2"),
    ...bad,
    line: 3,
    code: "abn_checksum"
  },
  { why: "a number without an ABN", file: row(`${OLD[0]},E1`, ",E2"), ...bad, line: 3, code: "abn_missing" },
  { why: "ten digits", file: row("5182475355,E1"), ...bad, line: 2, code: "abn_not_eleven_digits" },
  {
    why: "twelve digits",
    file: row(`${OLD[0]},E1`, `${OLD[1]},E2`, "518247535561,E3"),
    ...bad,
    line: 4,
    code: "abn_not_eleven_digits"
  },
  { why: "letters", file: row("51824753556x,E1"), ...bad, line: 2, code: "abn_not_eleven_digits" },
  { why: "a leading zero", file: row("00000000019,E1"), ...bad, line: 2, code: "abn_leading_zero" },
  {
    why: "a spreadsheet's 5.18E+10",
    file: row(`${OLD[0]},E1`, "5.18248E+10,E2"),
    ...bad,
    line: 3,
    code: "abn_scientific_notation"
  },
  {
    why: "the same in a European spreadsheet",
    file: row(`"5,18248E+10",E2`),
    ...bad,
    line: 2,
    code: "abn_scientific_notation"
  },
  {
    why: "the ABN that only arithmetic likes",
    file: row("10000000000,E1"),
    ...bad,
    line: 2,
    code: "abn_checksum"
  },
  {
    why: "a hash among plain ABNs",
    file: row(`${OLD[0]},E1`, `${HASH(OLD[1] ?? "")},E2`),
    reason: "hash_among_plain_abns",
    line: 3
  },
  {
    why: "hashes where plain ABNs are agreed",
    file: row(`${HASH(OLD[1] ?? "")},E2`),
    reason: "other_format_agreed",
    line: 2
  },
  {
    why: "a plain ABN among hashes",
    hashed: true,
    file: row(`${HASH(OLD[0] ?? "")},E1`, `${OLD[1]},E2`),
    reason: "plain_abn_among_hashes",
    line: 3
  },
  {
    why: "plain ABNs where hashes are agreed",
    hashed: true,
    file: row(`${OLD[0]},E1`),
    reason: "other_format_agreed",
    line: 2
  },
  {
    why: "a hash cut short",
    hashed: true,
    file: row(`${HASH(OLD[0] ?? "")},E1`, `${HASH("x").slice(1)},E2`),
    ...bad,
    line: 3,
    code: "hash_not_64_digits"
  },
  {
    why: "a quotation mark that is never closed",
    file: row(`${OLD[0]},E1`, `"${OLD[1]},E2`, `${OLD[2]},E3`),
    reason: "quotes",
    line: 3
  },
  {
    why: "a quotation mark within a cell",
    file: row(`${OLD[0]},E1`, `${OLD[1]},E"2"`),
    reason: "quotes",
    line: 3
  },
  { why: "a cell too few", file: row(`${OLD[0]},E1`, `${OLD[1]}`), ...bad, line: 3, code: "too_few_cells" },
  {
    why: "a cell too many",
    file: row(`${OLD[0]},E1`, `${OLD[1]},E2,x`),
    ...bad,
    line: 3,
    code: "too_many_cells"
  },
  {
    why: "a bad row after a cell with a line break",
    file: row(`${OLD[0]},E1`, `${OLD[1]},"E\n2"`, "1,E3"),
    ...bad,
    line: 3,
    code: "employer_number_invalid"
  },
  {
    why: "one employer with two numbers",
    file: row(`${OLD[0]},E1`, `${OLD[1]},E2`, `${OLD[0]},E3`),
    ...bad,
    line: 4,
    code: "duplicate_with_another_number"
  },
  {
    why: "a row that never ends",
    file: row(`${OLD[0]},E1`, `${OLD[1]},${"E".repeat(5000)}`),
    reason: "line_too_long",
    line: 3
  },
  {
    why: "an upload that broke off within a row",
    file: row(...OLD.map((abn) => `${abn},E1`)).slice(0, -9),
    reason: "cut_off",
    line: undefined
  },
  {
    why: "an upload that broke off behind a row",
    file: row(...OLD.map((abn) => `${abn},E1`)).slice(0, -1),
    reason: "cut_off",
    line: undefined
  },
  {
    why: "a file that isn't the one of its checksum",
    file: row(`${OLD[0]},E1`),
    reason: "checksum_differs",
    line: undefined,
    sha256: HASH("x")
  },
  {
    why: "two rows in a thousand that are bad",
    file: row(...abns(998).map((abn) => `${abn},E`), "1,E", "2,E"),
    ...bad,
    line: 1000,
    code: "abn_not_eleven_digits"
  }
]
