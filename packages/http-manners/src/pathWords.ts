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
