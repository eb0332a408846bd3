import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { hash, randomBytes } from "node:crypto"
import { crc32 } from "node:zlib"
import { ApiKeyPrincipal } from "@embedded-super/contracts/principals"
import type { ProductId } from "@embedded-super/contracts/schemas"

/** The parts of an API key, known without a look-up. */
export interface ApiKeyParts {
  readonly kind: "partner" | "product"
  readonly environment: "live" | "sandbox"
  /** Eight base 62 digits that identify the key in lists, logs and the database. Not a secret. */
  readonly shortId: string
  /** SHA-256 of the secret part, stored in the database. The part has 256 random bits, so no salt is needed. */
  readonly secretHash: Uint8Array
  /** The last four characters of the secret part, to recognise a key by. */
  readonly lastFour: string
}

/** A new key: the only time at which its text exists here. */
export interface NewApiKey extends ApiKeyParts {
  readonly key: Redacted.Redacted
}

const PATTERN = /^(partner|product)_(live|sandbox)_([0-9A-Za-z]{8})_([0-9A-Za-z]{43})_([0-9A-Za-z]{6})$/

/**
 * CRC-32 of all preceding characters: detects a typing error without a look-up, and lets a secret scanner recognise a
 * key.
 */
const checksum = (body: string): string => toBase62(crc32(body), 6)

const partsOf = (kind: string, environment: string, shortId: string, secret: string): ApiKeyParts => ({
  kind: kind as ApiKeyParts["kind"],
  environment: environment as ApiKeyParts["environment"],
  shortId,
  secretHash: hash("sha256", secret, "buffer"),
  lastFour: secret.slice(-4)
})

/** Makes a key: `<partner|product>_<live|sandbox>_<short id>_<43 base 62 digits>_<checksum>`. */
export const makeApiKey = (
  kind: ApiKeyParts["kind"],
  environment: ApiKeyParts["environment"]
): Effect.Effect<NewApiKey> =>
  Effect.sync(() => {
    const shortId = randomBase62(8)
    const secret = randomBase62(43)
    const body = `${kind}_${environment}_${shortId}_${secret}`
    return { ...partsOf(kind, environment, shortId, secret), key: Redacted.make(`${body}_${checksum(body)}`) }
  })

/** Parses a presented key; none if it has another form or its checksum is wrong. */
export const parseApiKey = (text: Redacted.Redacted): Option.Option<ApiKeyParts> => {
  const match = PATTERN.exec(Redacted.value(text))
  if (match === null) return Option.none()
  const [whole, kind = "", environment = "", shortId = "", secret = "", sum] = match
  return checksum(whole.slice(0, -7)) === sum
    ? Option.some(partsOf(kind, environment, shortId, secret))
    : Option.none()
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** The largest multiple of 62 in a byte: bytes from here on would favour the first digits, and are drawn again. */
const FAIR = 248

/** `length` digits of base 62, each drawn uniformly from the system's secure source. */
const randomBase62 = (length: number): string => {
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

/** The product whose key was presented: the caller may see only its data. A product key always has one. */
export const callerProduct: Effect.Effect<ProductId, never, ApiKeyPrincipal> = Effect.flatMap(
  ApiKeyPrincipal,
  ({ product_id }) =>
    product_id === null
      ? Effect.die(new Error("A product key without a product"))
      : Effect.succeed(product_id)
)
