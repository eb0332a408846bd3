import { EmployerListFileName } from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import { counts } from "@embedded-super/rules/employer-list/fileNames"

const hasForm = Schema.is(EmployerListFileName)

/** A list's name as the time line and the boards show it: one of another form than the contract's is free text. */
export const shownFileName = (name: string): string => (hasForm(name) ? name : "(another name)")

/** The shown name of a file that isn't imported: its name must also have the form that was agreed with the fund. */
export const shownUploadName = (name: string, pattern: string | undefined): string =>
  counts(name, pattern) ? shownFileName(name) : shownFileName("")
