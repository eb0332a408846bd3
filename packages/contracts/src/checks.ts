/**
 * The checks of `pure-checks.ts` as checks of Effect's schemas, for the server. `expected` is the text for a message,
 * `issueCode` the code of the finding in a problem.
 */
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import { type TextCheckName, textChecks } from "./pure-checks.ts"

const named = (name: TextCheckName, expected: string, message?: string): SchemaAST.Filter<string> =>
  Schema.makeFilter(textChecks[name].holds, {
    identifier: name,
    expected,
    issueCode: textChecks[name].code,
    ...(message === undefined ? {} : { message })
  })

export const abn = named("abn", "an ABN with a valid checksum")
export const abnInput = named("abn-input", "an ABN with a valid checksum")
export const calendarDate = named("calendar-date", "a day that exists")
export const employerNumber = named("employer-number", "an employer number, not a placeholder")
export const memberNumber = named("member-number", "a member number, not a placeholder")
export const memberNumberInput = named("member-number-input", "a member number, not a placeholder")
export const tfn = named("tfn", "a tax file number with a valid checksum")
export const tfnInput = named("tfn-input", "a tax file number with a valid checksum")
/** A person with an old number can't correct it, so the message says what is possible instead. */
export const tfnLength = named(
  "tfn-length",
  "a tax file number of nine digits",
  "has 8 digits. Some older numbers have 8 digits. They can't be used here. Call the ATO, or choose not to give it"
)
export const timestamp = named("timestamp", "a moment on a day that exists")
export const usi = named("usi", "a USI: three letters, four digits and AU, or a valid ABN and three digits")
export const usiInput = named(
  "usi-input",
  "a USI: three letters, four digits and AU, or a valid ABN and three digits"
)
