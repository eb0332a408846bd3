/** Nine digits, together or in groups of three, that aren't part of a longer number or of an id. */
const NINE_DIGITS = /(?<![0-9A-Za-z-])\d{3}([ -]?)\d{3}\1\d{3}(?![0-9A-Za-z-])/g

/**
 * Blanks out numbers that may be tax file numbers. A problem names the key or the path it concerns, and a caller may
 * have put a TFN there by mistake.
 */
export const withoutTfns = (text: string): string => text.replace(NINE_DIGITS, "*********")
