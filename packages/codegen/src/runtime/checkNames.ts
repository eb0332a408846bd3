import { textChecks } from "./pure-checks.ts"

/** The check names for `x-check`. `checks.ts` has one export for each, in camel case. */
<<<<<<< HEAD
export const checkNames: ReadonlyArray<string> = [
  "abn",
  "abn-input",
  "calendar-date",
  "member-number",
  "member-number-input",
  "tfn",
  "tfn-input",
  "tfn-length",
  "timestamp",
  "usi"
]
=======
export const checkNames: ReadonlyArray<string> = Object.keys(textChecks)
>>>>>>> embed

/** `calendar-date` -> `calendarDate` */
export const checkExport = (name: string): string =>
  name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
