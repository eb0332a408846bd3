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

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** A word of a path's own, as long as words are: a longer one may be a key. */
const WORD = /^(?:[a-z]{1,20}(?:[._-][a-z]{1,20}){0,5}|v\d)$/

/** The parts of a path that may be shown: its words and ids, or, where an id may be a key, its words only. */
export type Shown = "words_and_ids" | "words"

/** A path whose other parts, which may be what a person typed or a key, are replaced by `mask`. */
export const pathWords = (path: string, shown: Shown, mask: string): string =>
  path
    .split("/")
    .map((part) =>
      part === "" || part === mask || WORD.test(part) || (shown === "words_and_ids" && UUID.test(part))
        ? part
        : mask
    )
    .join("/")
