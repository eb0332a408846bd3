/** Text in Unicode's composed form (NFC), trimmed, with runs of spaces collapsed to one. */
export const normaliseText = (text: string): string =>
  text
    .normalize("NFC")
    .trim()
    .replace(/\p{Zs}+/gu, " ")
