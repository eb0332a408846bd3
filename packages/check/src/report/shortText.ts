import type { ShortText } from "@embedded-super/contracts/schemas"
import { withoutTfns } from "@embedded-super/http-manners"

/**
 * A text that no terminal obeys: control characters and signs that change the direction of writing become `?`. Tabs and
 * line ends stay.
 */
export const printable = (text: string): string =>
  text.replaceAll(/(?![\t\n])[\p{Cc}\p{Cs}\p{Cf}\u2028\u2029\ufffe\uffff]/gu, "?")

const MOST = 500

/**
 * A text as a report may hold it: without numbers that may be tax file numbers, and without control characters. Checks
 * keep personal values out of their sentences; this is the last safeguard.
 */
export const shortText = (text: string): ShortText => {
  const safe = printable(withoutTfns(text))
  const letters = [...safe]
  const shown = letters.length > MOST ? `${letters.slice(0, MOST - 1).join("")}…` : safe
  return (shown === "" ? "-" : shown) as ShortText
}
