/** Text in Unicode's composed form (NFC), trimmed, with one space where there were several. */
export const normaliseText = (text: string): string =>
  text
    .normalize("NFC")
    .trim()
    .replace(/\p{Zs}+/gu, " ")
