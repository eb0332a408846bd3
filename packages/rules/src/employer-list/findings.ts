import type * as S from "@embedded-super/contracts/schemas"
import { LIST_COLUMNS } from "./checkRow.ts"

/** A message for each mistake, for the person who made the file. Messages contain no value. */
const WORDS: { readonly [Code in S.EmployerListFindingCode]: string } = {
  abn_missing: "The row has no ABN.",
  abn_not_eleven_digits: "An ABN has 11 digits; spaces and hyphens between them are allowed.",
  abn_leading_zero: "An ABN doesn't begin with 0.",
  abn_scientific_notation:
    "A spreadsheet turned the ABN into a rounded number such as 5.18E+10. Export it as text.",
  abn_checksum: "The ABN's check digits are wrong.",
  hash_not_64_digits: "A hash is 64 hexadecimal digits.",
  plain_abn_among_hashes:
    "The row has a plain ABN, and other rows have hashes. All rows must be plain, or all hashed.",
  hash_among_plain_abns:
    "The row has a hash, and other rows have plain ABNs. All rows must be plain, or all hashed.",
  excel_file:
    "This is an Excel workbook. In Excel choose Save As, then CSV UTF-8 (Comma delimited), and supply the file that this writes.",
  employer_number_invalid:
    "An employer number has 1 to 64 printable characters. This one is left out; the employer matches without a number.",
  employer_number_placeholder:
    "This employer number is a placeholder, and is left out. Leave the cell empty instead.",
  duplicate_row: "The same employer appears in another row. One of them is used.",
  duplicate_with_another_number:
    "The same employer appears in another row with another employer number. Neither number is used.",
  too_few_cells: "The row has fewer cells than the header.",
  too_many_cells: "The row has more cells than the header.",
  not_utf_8: "This isn't UTF-8. Save the file as UTF-8.",
  utf_16: "The file is UTF-16. Save it as UTF-8.",
  empty_file: "The file is empty.",
  no_rows: "The file has no employers. An empty list is never accepted; call your contact if you mean it.",
  header_without_abn: `The first line must be the header: abn, or ${LIST_COLUMNS.join(",")}.`,
  header_duplicate: "The header names a column twice.",
  header_unknown: `The header has an unknown column. The columns are ${LIST_COLUMNS.slice(0, -1).join(", ")} and ${LIST_COLUMNS.at(-1)}.`,
  header_separator: "The cells aren't separated by commas. Use commas.",
  quotes: "A quotation mark is misplaced, or isn't closed. Double each one inside a quoted cell.",
  line_too_long: "The row is longer than 4,096 characters.",
  cut_off:
    "The file doesn't end with a line break, so its end may be missing. End its last line with one, and supply the whole file.",
  too_many_rows: "The file has more than 5,000,000 rows.",
  too_large: "The file is larger than 512 MiB.",
  too_many_bad_rows: "More than one row in a thousand is unusable.",
  other_format_agreed: "The file isn't in the agreed format.",
  no_list_agreed: "No employer list is agreed with this fund.",
  salt_missing: "A salted list is agreed, but the service doesn't have the salt yet. Call your contact.",
  too_early: "At most one list a week is accepted.",
  shrank: "The list shrank by more than was agreed. An operator has to confirm it.",
  grew: "The list grew by more than was agreed. An operator has to confirm it.",
  checksum_differs: "The file's SHA-256 isn't the one in the .sha256 file. Supply both again.",
  checksum_unreadable: "The .sha256 file doesn't hold a SHA-256 as 64 hexadecimal digits.",
  unreadable: "The file can't be read. Supply it again.",
  matches_no_known_employer:
    "None of the employers that the service knows is in this list. Check that each hash is the SHA-256 of the salt followed by the 11 digits of the ABN, with nothing between or after them.",
  not_finished:
    "The upload of this file broke off, or a part of it couldn't be stored. Upload it again, or resume it.",
  not_renamed:
    "The file was never renamed, so it may be incomplete. Rename it to another name that ends in .csv. Next time upload it under a name that ends in .part, and rename that.",
  checksum_missing:
    "The file has no .sha256 file beside it. Upload its SHA-256 under the file's name followed by .sha256.",
  name_not_taken: "Files with this name aren't accepted.",
  stale: "This list is too old and matches nothing. Supply a new one.",
  stale_soon: "This list will soon be too old, and will then match nothing. Supply a new one.",
  hashes_reversible:
    "Without a secret salt of 16 bytes or more, hashes can be reversed by trying all ABNs. Agree on a salt."
}

/** A finding with its standard message or `words`, and the line where its row begins. */
export const finding = (
  code: S.EmployerListFindingCode,
  line?: number,
  words: string = WORDS[code]
): S.EmployerListFinding => ({
  code,
  detail: words as S.ShortText,
  ...(line === undefined ? {} : { line })
})

const MOST_LINES = 10

/** `line 5`, `lines 5, 7 and 9`, `lines 1, 2, … and 90 more`. */
const linesInWords = (lines: ReadonlyArray<number>, count: number): string => {
  const named = lines.toSorted((a, b) => a - b).slice(0, MOST_LINES)
  if (count === 1) return `line ${named[0]}`
  const rest = count - named.length
  return rest > 0
    ? `lines ${named.join(", ")} and ${rest} more`
    : `lines ${named.slice(0, -1).join(", ")} and ${named.at(-1)}`
}

/** `lines` are the lines of the first bad rows. */
export const tooManyBadRows = (lines: ReadonlyArray<number>, bad: number, rows: number) =>
  finding(
    "too_many_bad_rows",
    undefined,
    `${bad} of ${rows} rows can't be used: ${linesInWords(lines, bad)}. At most one row in a thousand may be unusable.`
  )

/** The finding for rows in the other format: all of them, or some. */
export const otherFormat = (agreed: "plain" | "hashed", line: number, other: number, rows: number) => {
  const [found, wanted] = agreed === "plain" ? ["hashes", "plain ABNs"] : ["plain ABNs", "hashes"]
  if (other === rows) {
    const words = `The file holds ${found}, and ${wanted} are agreed. Supply ${wanted}, or agree on ${found} with your contact.`
    return finding("other_format_agreed", line, words)
  }
  const what = `${other} of ${rows} rows hold${other === 1 ? "s" : ""} ${found} among ${wanted}, first in line ${line}.`
  return finding(
    agreed === "plain" ? "hash_among_plain_abns" : "plain_abn_among_hashes",
    line,
    `${what} All rows must hold ${wanted}.`
  )
}

/** `nextFrom`: when the next list is accepted. */
export const tooEarly = (nextFrom: Date) =>
  finding(
    "too_early",
    undefined,
    `At most one list a week is accepted. The next is accepted from ${nextFrom.toISOString()}.`
  )
