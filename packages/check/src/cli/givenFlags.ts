import type { ShortText } from "@embedded-super/contracts/schemas"
import { quoted } from "@embedded-super/pages/content/quoted"
import { shortText } from "../report/shortText.ts"

/** A value as a POSIX shell reads it. */
export const inShell = (value: string): string => (/^[\w./:@-]+$/.test(value) ? value : quoted(value))

/** The flags of a run that have a value, as they are typed: for the commands that repeat a finding. */
export const givenFlags = (
  flags: Readonly<Record<string, string | number | undefined>>
): ReadonlyArray<ShortText> =>
  Object.entries(flags).flatMap(([name, value]) =>
    value === undefined ? [] : [shortText(`--${name} ${inShell(String(value))}`)]
  )
