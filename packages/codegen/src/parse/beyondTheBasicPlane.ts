/** Part of each class of the specs that excludes what shows nothing: codes of the basic plane that are no characters. */
const MARK = String.raw`\ufdd0-\ufdef`

/** In the class of a text's first character, which is no variation selector: it would select a variant of nothing. */
const FIRST = String.raw`${MARK}\ufe00-\ufe0f`
const SELECTORS = String.raw`\u{e0100}-\u{e01ef}`

/** Formats of shorthand and music, and a note without a head. */
const FORMATS = String.raw`\u{1bca0}-\u{1bca3}\u{1d159}\u{1d173}-\u{1d17a}`

/**
 * Tags, what is no character, and planes without characters. The ideographic variation selectors (U+E0100-E01EF) stay:
 * names in Chinese and Japanese are written with them.
 */
const BEYOND = String.raw`${FORMATS}\u{1fffe}\u{1ffff}\u{2fffe}\u{2ffff}\u{3fffe}-\u{e00ff}\u{e01f0}-\u{10ffff}`

/**
 * A pattern of the specs as our own decoders use it. What lies beyond U+FFFF can't be written so that the regular expressions
 * of all languages read it, so the specs' patterns exclude none of it (D-plain-text).
 */
export const withBeyond = (pattern: string | undefined): string | undefined =>
  pattern?.replaceAll(FIRST, `${FIRST}${SELECTORS}`).replaceAll(MARK, `${MARK}${BEYOND}`)
