/** Nine digits, alone or in threes, that are no part of a longer number or of an id. */
const NINE_DIGITS = /(?<![0-9A-Za-z-])\d{3}([ -]?)\d{3}\1\d{3}(?![0-9A-Za-z-])/g

/**
 * Blanks out what may be a tax file number. A problem names the key or the path that it is about, and somebody may have
 * put a number there by mistake.
 */
export const withoutTfns = (text: string): string => text.replace(NINE_DIGITS, "*********")
