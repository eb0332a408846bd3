const isDigit = (char: string): boolean => /\p{Nd}/u.test(char)

/** The value of a decimal digit of any script: Unicode has them in rows of ten, from 0 on. */
const valueOf = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (isDigit(String.fromCodePoint(code - before - 1))) before += 1
  return String(before % 10)
}

/**
 * Whether a text holds a number of digits, in whatever script and form, and whatever stands between them: `123 456 782`,
 * `1x2x3…`, `１２３…`. There is no longest gap: nine given digits follow one another by chance once in 10^9 places of a text,
 * so one would only let a number pass.
 */
export const holdsNumber = (text: string, digits: string): boolean =>
  text
    .normalize("NFKC")
    .replaceAll(/\P{Nd}+/gu, "")
    .replaceAll(/[^0-9]/gu, valueOf)
    .includes(digits)
