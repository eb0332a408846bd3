import { hashedAbn } from "@embedded-super/rules/employer-list/listKeys"
import { createHash, createHmac } from "node:crypto"

const sha256 = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("hex")

const spaced = (abn: string): string => abn.replace(/^(..)(...)(...)(...)$/, "$1 $2 $3 $4")

/** A way to compute the hash wrongly, as the rest of the sentence “The hashes are of …”. */
interface Mistake {
  readonly words: string
  readonly hash: (salt: string, abn: string) => string
}

/** The mistakes that exports make, the likeliest first. Without a salt some of them equal the right hash. */
const mistakes: ReadonlyArray<Mistake> = [
  { words: "the ABN without the salt", hash: (_, abn) => sha256(abn) },
  { words: "the ABN followed by the salt; the salt comes first", hash: (salt, abn) => sha256(abn + salt) },
  {
    words: "an ABN with spaces; only its 11 digits are hashed",
    hash: (salt, abn) => hashedAbn(salt, spaced(abn))
  },
  { words: "an ABN with a line end after it", hash: (salt, abn) => sha256(`${salt}${abn}\n`) },
  { words: "a salt with a line end after it", hash: (salt, abn) => sha256(`${salt}\n${abn}`) },
  { words: "a salt and an ABN with a sign between them", hash: (salt, abn) => sha256(`${salt}:${abn}`) },
  { words: "a salt and an ABN with a sign between them", hash: (salt, abn) => sha256(`${salt}|${abn}`) },
  { words: "a salt and an ABN with a sign between them", hash: (salt, abn) => sha256(`${salt}-${abn}`) },
  { words: "a salt and an ABN with a space between them", hash: (salt, abn) => sha256(`${salt} ${abn}`) },
  {
    words: "an HMAC; it is SHA-256 of the salt followed by the ABN",
    hash: (salt, abn) => createHmac("sha256", salt).update(abn).digest("hex")
  },
  {
    words: "a text in UTF-16; salt and ABN are hashed as UTF-8",
    hash: (salt, abn) => sha256(Buffer.from(salt + abn, "utf16le"))
  },
  { words: "a hash; SHA-256 is computed once", hash: (salt, abn) => sha256(hashedAbn(salt, abn)) },
  {
    words: "a salt that was read as hexadecimal digits; it is hashed as text",
    hash: (salt, abn) => sha256(Buffer.concat([Buffer.from(salt, "hex"), Buffer.from(abn)]))
  },
  {
    words: "a salt that was read as base64; it is hashed as text",
    hash: (salt, abn) => sha256(Buffer.concat([Buffer.from(salt, "base64"), Buffer.from(abn)]))
  },
  {
    words: "the ABN as a number, in double quotes, or in another notation",
    hash: (salt, abn) => sha256(`${salt}"${abn}"`)
  }
]

/** How the hash of a known employer was computed wrongly; undefined if none of the known mistakes gives it. */
export const saltMistake = (
  holds: (hash: string) => boolean,
  salt: string,
  abn: string
): string | undefined => {
  const right = hashedAbn(salt, abn)
  return mistakes.find(({ hash }) => {
    const wrong = hash(salt, abn)
    return wrong !== right && holds(wrong)
  })?.words
}
