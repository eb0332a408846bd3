import * as Redacted from "effect/Redacted"
import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto"

/** What is signed: Standard Webhooks 1.0.0, `{id}.{timestamp}.{body}`. Neither id nor timestamp may hold a dot. */
export interface SignedMessage {
  readonly id: string
  /** Seconds since 1970, of this attempt. */
  readonly timestamp: number
  /** Exactly what is sent. */
  readonly body: string | Uint8Array
}

const PREFIX = "whsec_"

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export const generateSecret = (): Redacted.Redacted =>
  Redacted.make(`${PREFIX}${randomBytes(32).toString("base64")}`)

/**
 * The key of the HMAC: the bytes that a `whsec_` secret stands for, as an opaque object. It never prints its bytes, and
 * signs seven times faster than bytes that are made a key for each signature.
 */
export const signingKey = (secret: Redacted.Redacted): KeyObject =>
  createSecretKey(Buffer.from(Redacted.value(secret).slice(PREFIX.length), "base64"))

/**
 * The value of `webhook-signature`: one `v1` signature for each key, separated by spaces. While a secret is being
 * replaced there are two, so a receiver that knows either one can verify.
 */
export const signatures = (keys: ReadonlyArray<KeyObject>, { id, timestamp, body }: SignedMessage): string =>
  keys
    .map((key) => createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64"))
    .map((signature) => `v1,${signature}`)
    .join(" ")
