import type { EmployerListFindingCode } from "@embedded-super/contracts/schemas"
import { finding } from "@embedded-super/fund-rules/employer-list/findings"

/** The service's own finding, in whose words the check names the flaw. */
const codes: Readonly<Record<string, EmployerListFindingCode>> = {
  "list-without-header": "header_without_abn",
  "list-with-semicolons": "header_separator",
  "list-in-utf-16": "utf_16",
  "list-as-workbook": "excel_file",
  "list-with-short-rows": "too_few_cells",
  "list-of-nobody": "no_rows",
  "list-with-rounded-numbers": "abn_scientific_notation",
  "list-without-leading-digits": "abn_not_eleven_digits",
  "list-in-another-format": "other_format_agreed",
  "employer-twice": "duplicate_row",
  "placeholder-numbers": "employer_number_placeholder",
  "list-named-in-capitals": "name_not_taken"
}

/** What the kit says of each flaw of a list of employers. */
export const lists: Readonly<Record<string, string>> = {
  "former-employers-listed": "fail: The list names a former employer.",
  ...Object.fromEntries(
    Object.entries(codes).map(([flaw, code]) => [flaw, `fail: ${finding(code).detail}`] as const)
  )
}
