/**
 * A text that no terminal obeys: control characters and signs that change the direction of writing become `?`. Tabs and
 * line ends stay.
 */
export const printable = (text: string): string =>
  text.replaceAll(/(?![\t\n])[\p{Cc}\p{Cs}\p{Cf}\u2028\u2029\ufffe\uffff]/gu, "?")
