import type { ShortText } from "@embedded-super/contracts/schemas"

const LONGEST = 500

/** A text in the form of the APIs: one line of at most 500 characters, without control characters, never empty. */
export const shortText = (text: string): ShortText => {
  // oxlint-disable-next-line no-control-regex
  const line = text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]+/g, " ")
  const fitting = line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`
  return (fitting === "" ? "-" : fitting) as ShortText
}
