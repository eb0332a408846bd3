/** What is wrong in one sentence, and what to do about it; no stack, no log. */
export const sentences = /^[A-Z][^\n{]*\.\n?(?:[A-Z][^\n{]*\.\n)?$/
