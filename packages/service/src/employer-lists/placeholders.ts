/** Placeholders that funds' systems are known to hold for a missing number (D-member-numbers). */
const WORDS: ReadonlySet<string> = new Set(["unknown", "pending", "none", "null", "tba", "n/a", "na"])

/** Whether a number is a placeholder: a text for "missing", or one digit repeated (0, 999999999). */
export const isPlaceholder = (number: string): boolean =>
  WORDS.has(number.trim().toLowerCase()) || /^(0+|9{4,})$/.test(number.trim())
