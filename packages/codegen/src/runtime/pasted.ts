/**
 * Text that people type and paste, in the form in which it is judged and kept. All input passes through here: the APIs, the
 * embeds' fields, the payroll application's forms, the files of employers (D-pasted-text).
 *
 * The trap: the patterns of the specs admit what `pasted` removes. A test holds one to the other.
 */

/** A number of which only digits, or digits and letters, count. */
export type PastedNumber = "abn" | "tfn" | "phone" | "bsb" | "account" | "usi" | "postcode" | "code"

/** Everything but ASCII's digits, letters and plus: spaces, hyphens, dots and marks of every kind, seen or unseen. */
const between = /[^+0-9A-Za-z]/gu

/** The name of a number, which is copied with it. A USI may begin with the letters USI itself. */
const label: Readonly<Record<PastedNumber, RegExp | undefined>> = {
  abn: /^ABN/i,
  tfn: /^TFN/i,
  phone: /^(?:tel|phone|mobile)/i,
  bsb: /^BSB/i,
  account: /^(?:account|acc)/i,
  usi: /^USI(?=[A-Z]{3}[0-9]|[0-9]{14}$)/i,
  postcode: undefined,
  code: undefined
}

/**
 * A number without its label and without the characters between its digits. A USI is in capital letters. Other letters stay, so
 * that a text which isn't this number fails its check.
 */
export const pasted = (kind: PastedNumber, text: string): string => {
  const found = text.replace(between, "").replace(label[kind] ?? "", "")
  return kind === "usi" ? found.toUpperCase() : found
}

/** Whether a name is in Latin letters, with their marks and any signs: what funds and the forms can read (D-person-names). */
export const isLatin = (name: string): boolean =>
  /^(?:[\p{Script=Latin}\u02b0-\u02ff]|[\u0300-\u036f]|[^\p{L}\p{M}])*$/u.test(name)

/** Breaks of lines and columns, which separate words. */
const breaks = /[\t\n\r\u2028\u2029]+|\p{Zs}/gu

/** Letters that show nothing, annotations, tags, and codes that are no characters. */
const NOTHING = String.raw`\u034f\u115f\u1160\u17b4\u17b5\u180e\u2800\u3164\ufdd0-\ufdef\uffa0\ufff0-\ufffb\ufffe\uffff\u{1bca0}-\u{1bca3}\u{1d159}\u{1d173}-\u{1d17a}\u{1fffe}\u{1ffff}\u{2fffe}\u{2ffff}\u{3fffe}-\u{e00ff}\u{e01f0}-\u{10ffff}`

const nothing = /* @__PURE__ */ new RegExp(`[${NOTHING}]`, "gu")

/**
 * Also control and format characters. The joiner and the non-joiner stay: names in Persian and Indic scripts are written
 * with them.
 */
const unseen = new RegExp(
  String.raw`[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff${NOTHING}]`,
  "gu"
)

/** Joiners and variation selectors belong to the character before them: before all others they show nothing. */
const LOOSE = String.raw`\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}`

/** Those at the beginning of a text, or of one in JSON. */
const loose = /* @__PURE__ */ new RegExp(String.raw`[${LOOSE}](?<=(?:^|(?<!\\)") *.)`, "gu")
const leading = new RegExp(String.raw`^[ ${LOOSE}]+`, "u")

/** A text that was stored before the contract excluded what shows nothing: each of its characters is then U+FFFD. */
export const shownText = (text: string): string => text.replace(nothing, "\ufffd").replace(loose, "\ufffd")

/** A text of one line as its person sees it: trimmed, every space an ordinary one, nothing unseen. Inner spaces stay. */
export const plainText = (text: string): string =>
  text.replace(breaks, " ").replace(unseen, "").replace(leading, "").trim()
