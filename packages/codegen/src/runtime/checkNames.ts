import { textChecks } from "./pure-checks.ts"

/** The check names for `x-check`. `checks.ts` has one export for each, in camel case. */
export const checkNames: ReadonlyArray<string> = Object.keys(textChecks)

/** `calendar-date` -> `calendarDate` */
export const checkExport = (name: string): string =>
  name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
