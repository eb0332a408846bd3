/** Checks of a list's file, and then of its rows. */
import { findingsCheck } from "./findingsCheck.ts"

export const header = findingsCheck({
  id: "LIST-2.6-1",
  requirement: "R-2.6-1",
  title: "The first line of the list names its columns: abn, and employer_number if it has one.",
  hint: "Write `abn` or `abn,employer_number` as the first line. The column is `abn` in hashed lists too.",
  codes: ["header_without_abn", "header_duplicate", "header_unknown", "header_separator", "empty_file"],
  stage: "header",
  expected: "abn or abn,employer_number as the first line."
})

export const encoding = findingsCheck({
  id: "LIST-2.6-2",
  requirement: "D-employer-lists",
  title: "The list is a text file in UTF-8.",
  hint: "Save it as CSV in UTF-8. Spreadsheets offer this as “CSV UTF-8”; some tools write UTF-16 by default.",
  codes: ["excel_file", "utf_16", "not_utf_8", "unreadable"],
  stage: "end",
  expected: "CSV in UTF-8, with or without a byte order mark."
})

export const rows = findingsCheck({
  id: "LIST-2.6-3",
  requirement: "D-employer-lists",
  title: "Each row of the list has as many cells as the header.",
  hint: "Let a CSV library write the file: it quotes cells that contain commas, quotation marks or line breaks.",
  codes: ["quotes", "too_few_cells", "too_many_cells", "line_too_long", "cut_off"],
  stage: "end",
  expected: "Rows of RFC 4180 with the cells of the header, 4,096 characters at most."
})

export const size = findingsCheck({
  id: "LIST-2.6-4",
  requirement: "D-employer-lists",
  title: "The list has at least one employer, at most 5,000,000 rows, and at most 512 MiB.",
  hint: "An empty file usually comes from an export that failed. Don't upload it: the list before stays in force.",
  codes: ["no_rows", "too_large", "too_many_rows"],
  stage: "rows",
  expected: "1 to 5,000,000 rows in 512 MiB."
})

export const abns = findingsCheck({
  id: "LIST-2.6-5",
  requirement: "R-2.6-1",
  title: "Each row of the list names an employer by its ABN, or by the hash of its ABN.",
  hint: "Export ABNs as text. A spreadsheet drops leading digits or writes 5.18E+10; 11 digits with valid check digits are an ABN.",
  codes: [
    "abn_missing",
    "abn_not_eleven_digits",
    "abn_leading_zero",
    "abn_scientific_notation",
    "abn_checksum",
    "hash_not_64_digits"
  ],
  stage: "end",
  expected: "A valid ABN in each row, or in each row 64 hexadecimal digits."
})

export const agreedFormat = findingsCheck({
  id: "LIST-2.6-6",
  requirement: "R-2.6-1",
  title: "All rows of the list are plain, or all are hashed, as the profile says.",
  hint: "Compare `operations.employer_lookup.list.format` of the profile with what the export writes.",
  codes: ["other_format_agreed", "plain_abn_among_hashes", "hash_among_plain_abns"],
  stage: "end",
  expected: "One format in all rows, the one that the profile names."
})

export const oneRowEach = findingsCheck({
  id: "LIST-2.6-7",
  requirement: "R-2.6-4",
  title: "The list has one row for each employer.",
  hint: "Select distinct employers by ABN. An export of accounts or plans has an employer several times.",
  codes: ["duplicate_with_another_number", "duplicate_row"],
  stage: "end",
  expected: "No ABN in two rows.",
  alwaysFails: true
})

export const employerNumbers = findingsCheck({
  id: "LIST-2.6-8",
  level: "SHOULD",
  requirement: "R-2.6-3",
  title: "An employer number in the list can be prefilled into the employer's record.",
  hint: "Leave the cell empty if there is no number: “unknown”, 0 or 999999999 would reach the employer's payroll.",
  codes: ["employer_number_invalid", "employer_number_placeholder"],
  stage: "end",
  expected: "A number of 1 to 64 printable characters that is no placeholder, or an empty cell.",
  alwaysFails: true
})
