/** What funds' systems are known to hold where a number is missing (D-member-numbers). */
const WORDS: ReadonlySet<string> = new Set(["unknown", "pending", "none", "null", "tba", "n/a", "na"])

/** Whether a number is none: a word for "missing", or the same digit all over (0, 999999999). */
export const isPlaceholder = (number: string): boolean =>
  WORDS.has(number.trim().toLowerCase()) || /^(0+|9{4,})$/.test(number.trim())
