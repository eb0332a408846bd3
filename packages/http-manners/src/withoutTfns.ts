/** Nine digits, also in groups of three with spaces or hyphens of any kind, that aren't part of a longer number. */
const NINE_DIGITS =
  /(?<!\d)\d{3}[ \u00a0\u00ad\u2000-\u206f\u2212\ufeff-]?\d{3}[ \u00a0\u00ad\u2000-\u206f\u2212\ufeff-]?\d{3}(?!\d)/

/** Ids, whose digits are no number: UUIDs, and hexadecimal ids as of traces and fingerprints. */
const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<![0-9A-Za-z])[0-9a-f]{16,}(?![0-9A-Za-z])/

const EITHER = new RegExp(`(${IDS.source})|${NINE_DIGITS.source}`, "g")

/**
 * The text with `mask` for each number that may be a tax file number, wherever it is written: beside letters too, and
 * without its checksum, because a number with one wrong digit is still a person's. Ids stay as they are.
 *
 * Most texts have no nine digits: these are only searched, because every line of a log passes here.
 */
export const withoutTfns = (text: string, mask = "*********"): string =>
  NINE_DIGITS.test(text) ? text.replace(EITHER, (_, id: string | undefined) => id ?? mask) : text
