/** A text without its ids: they are random, and one in a hundred holds some three digits. */
export const withoutIds = (text: string): string =>
  text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "an id")

/** A row's text without the hexadecimal form of its bytes, which are sealed: plain text would not be readable in it anyway. */
export const withoutBytes = (text: string): string => text.replaceAll(/\\+x[0-9a-f]*/g, "bytes")
