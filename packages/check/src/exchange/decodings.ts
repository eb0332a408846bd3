/** A piece of a text that may be an encoded value. The look behind keeps the time linear in a long text without a space. */
export const ENCODED = /(?<![^\s"'<>])[^\s"'<>]*%[0-9A-Fa-f]{2}[^\s"'<>]*|[A-Za-z0-9+/_-]{8,}={0,2}/g

const BASE64 = /^[A-Za-z0-9+/_-]{8,}={0,2}$/

const fromPercent = (text: string): string =>
  text.replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll("%", ""), "hex").toString()
  )

/** Without the whole of the text: an id or a path that only looks like base64 decodes to noise, which does no harm. */
const fromBase64 = (text: string): string => Buffer.from(text, "base64").toString()

/** The texts that a piece may encode: percent encoding and base64, also nested, decoded three times at most. */
export const decodings = (piece: string, depth = 3): ReadonlyArray<string> => {
  if (depth === 0) return []
  const once = [
    fromPercent(piece).replaceAll("+", " "),
    ...(piece.match(ENCODED) ?? []).filter((part) => BASE64.test(part)).map(fromBase64)
  ].filter((text) => text !== piece)
  return [...once, ...once.flatMap((text) => decodings(text, depth - 1))]
}
