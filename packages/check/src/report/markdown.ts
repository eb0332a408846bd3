/**
 * A text inside a line of Markdown, as text: GitHub's own additions too, such as mentions, issue numbers, formulas and
 * addresses that become links. Signs are written as entities, which Markdown never reads as markup.
 */
export const markdown = (text: string): string =>
  text
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(
      /[\\`*[\]<>&|~#@!$^]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|:(?=\/\/)|(?<=www)\./giu,
      (sign) => `&#${sign.codePointAt(0)};`
    )

/** A block of code: its fence is longer than any in the text. */
export const fenced = (text: string, language = ""): string => {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = "`".repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}
