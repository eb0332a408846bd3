import { randomBytes } from "node:crypto"

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** The largest multiple of 62 in a byte: bytes from here on would favour the first digits, and are drawn again. */
const FAIR = 248

/** `length` digits of base 62, each drawn uniformly from the system's secure source. */
export const randomBase62 = (length: number): string => {
  let text = ""
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < FAIR && text.length < length) text += DIGITS[byte % 62]
    }
  }
  return text
}

/** A non-negative integer in base 62, padded with zeros to `length` digits. */
export const toBase62 = (value: number, length: number): string => {
  let text = ""
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = DIGITS.charAt(rest % 62) + text
  return text.padStart(length, "0")
}
