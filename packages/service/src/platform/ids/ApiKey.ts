import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { createHash } from "node:crypto"
import { crc32 } from "node:zlib"
import { randomBase62, toBase62 } from "./base62.ts"

/** What an API key says about itself, before anybody looks it up. */
export interface ApiKeyParts {
  readonly kind: "partner" | "product"
  readonly environment: "live" | "sandbox"
  /** Eight base 62 digits: names the key in lists, logs and the database. Not a secret. */
  readonly shortId: string
  /** SHA-256 of the secret part: what the database keeps. The part has 256 random bits, so no salt is needed. */
  readonly secretHash: Uint8Array
  /** The last four characters of the secret part, to recognise a key by. */
  readonly lastFour: string
}

/** A key that was just made: the only moment in which its text exists here. */
export interface NewApiKey extends ApiKeyParts {
  readonly key: Redacted.Redacted
}

const PATTERN = /^(partner|product)_(live|sandbox)_([0-9A-Za-z]{8})_([0-9A-Za-z]{43})_([0-9A-Za-z]{6})$/

/** CRC-32 of all that stands before it: lets a typing error, or a secret scanner, be told without a look-up. */
const checksum = (body: string): string => toBase62(crc32(body), 6)

const partsOf = (kind: string, environment: string, shortId: string, secret: string): ApiKeyParts => ({
  kind: kind as ApiKeyParts["kind"],
  environment: environment as ApiKeyParts["environment"],
  shortId,
  secretHash: createHash("sha256").update(secret).digest(),
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

/** Reads a key as it was presented; none if it has another shape or its checksum is wrong. */
export const parseApiKey = (text: Redacted.Redacted): Option.Option<ApiKeyParts> => {
  const match = PATTERN.exec(Redacted.value(text))
  if (match === null) return Option.none()
  const [whole, kind = "", environment = "", shortId = "", secret = "", sum] = match
  return checksum(whole.slice(0, -7)) === sum
    ? Option.some(partsOf(kind, environment, shortId, secret))
    : Option.none()
}
