import { findingsCheck } from "./findingsCheck.ts"

/** Checks of a list's file before its rows are looked at. */

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
