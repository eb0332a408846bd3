import * as Redacted from "effect/Redacted"
import { createHmac, createSecretKey, type KeyObject, randomBytes, sign } from "node:crypto"

/**
 * The signed content: Standard Webhooks 1.0.0, `{id}.{timestamp}.{body}`. Neither id nor timestamp may contain a dot.
 */
export interface SignedMessage {
  readonly id: string
  /** Time of this attempt in seconds since 1970. */
  readonly timestamp: number
  /** The exact bytes that are sent. */
  readonly body: string | Uint8Array
}

const PREFIX = "whsec_"

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export const generateSecret = (): Redacted.Redacted =>
  Redacted.make(`${PREFIX}${randomBytes(32).toString("base64")}`)

/**
 * The HMAC key: the bytes that a `whsec_` secret encodes, as an opaque object. It never prints its bytes, and signs
 * seven times faster than raw bytes that become a key again for each signature.
 */
export const signingKey = (secret: Redacted.Redacted): KeyObject =>
  createSecretKey(Buffer.from(Redacted.value(secret).slice(PREFIX.length), "base64"))

const signature = (key: KeyObject, { body, id, timestamp }: SignedMessage): string => {
  const head = `${id}.${timestamp}.`
  return key.type === "secret"
    ? `v1,${createHmac("sha256", key).update(head).update(body).digest("base64")}`
    : `v1a,${sign(null, Buffer.concat([Buffer.from(head), Buffer.from(body)]), key).toString("base64")}`
}

/**
 * The value of `webhook-signature`: one signature for each key, separated by spaces; `v1` with a secret, `v1a` with an
 * Ed25519 private key. During a replacement there are two, so a receiver that knows either key can verify.
 */
export const signatures = (keys: ReadonlyArray<KeyObject>, message: SignedMessage): string =>
  keys.map((key) => signature(key, message)).join(" ")
