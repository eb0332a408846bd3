import type { ShortText } from "@embedded-super/contracts/schemas"

const MOST = 500

/** A sentence in the APIs' form: at most 500 characters. */
export const shortText = (text: string): ShortText =>
  (text.length <= MOST ? text : `${text.slice(0, MOST - 1)}…`) as ShortText
