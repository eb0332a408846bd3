/** The body of a delivery exactly as it came: text, or bytes. Parsing and writing it anew breaks its signature. */
export type RawBody = string | Uint8Array

const encoder = new TextEncoder()

/** Bytes of a text, or a copy of bytes, in memory of their own. */
export const bytesOf = (body: RawBody): Uint8Array<ArrayBuffer> =>
  typeof body === "string" ? encoder.encode(body) : new Uint8Array(body)

/** Decodes base64; undefined where it isn't. */
export const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** One after the other. */
export const joined = (first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}
