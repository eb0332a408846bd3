/** The raw body of a delivery, as text or bytes. Parsing and serialising it again breaks its signature. */
export type RawBody = string | Uint8Array

const encoder = new TextEncoder()

/** The bytes of a text, or a copy of bytes, in separate memory. */
export const bytesOf = (body: RawBody): Uint8Array<ArrayBuffer> =>
  typeof body === "string" ? encoder.encode(body) : new Uint8Array(body)

/** Decodes base64; undefined if the text isn't base64. */
export const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Concatenates two byte arrays. */
export const joined = (first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}
