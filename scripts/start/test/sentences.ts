/** The problem in one sentence, and its remedy; no stack, no log. */
export const sentences = /^[A-Z][^\n{]*\.\n?(?:[A-Z][^\n{]*\.\n)?$/
