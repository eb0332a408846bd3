import { WebhookRefused } from "./WebhookRefused.ts"

/** The raw body of a delivery, as text or bytes. Parsing and serialising it again breaks its signature. */
export type RawBody = string | Uint8Array

const encoder = new TextEncoder()

/** The bytes of a text, or a copy of bytes, in separate memory. */
const bytesOf = (body: RawBody): Uint8Array<ArrayBuffer> =>
  typeof body === "string" ? encoder.encode(body) : new Uint8Array(body)

/** Decodes base64; undefined if the text isn't base64. */
const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Concatenates two byte arrays. */
const joined = (first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

/** Whether this is a public key, which verifies `v1a`, and not a secret, which verifies `v1`. */
const isPublicKey = (text: string): boolean => text.startsWith("whpk_")

/** Standard Webhooks 1.0.0: a secret has 24 to 64 bytes. Anybody can guess a short one. */
const [shortest, longest] = [24, 64]

/**
 * The key that a `whsec_` secret, or a `whpk_` public key, encodes. Throws a TypeError that says what is wrong with it, and
 * never repeats it.
 */
const signingKey = async (text: string, usage: "sign" | "verify"): Promise<CryptoKey> => {
  if (typeof text !== "string" || text === "") {
    throw new TypeError(
      `The webhook secret is ${text === "" ? "empty" : text === undefined ? "undefined" : `no text, but ${typeof text}`}. Is the variable set that it comes from?`
    )
  }
  const bytes = bytesOfBase64(text.replace(/^wh(sec|pk)_/, ""))
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError(
      "A webhook secret is whsec_ followed by base64; a public key is whpk_ followed by base64."
    )
  if (!isPublicKey(text) && (bytes.length < shortest || bytes.length > longest)) {
    throw new TypeError(
      `A webhook secret holds ${shortest} to ${longest} bytes, and this one ${bytes.length}. Is it cut off?`
    )
  }
  const algorithm = isPublicKey(text) ? "Ed25519" : { name: "HMAC", hash: "SHA-256" }
  return crypto.subtle.importKey("raw", bytes, algorithm, false, [usage])
}

/** Headers in the form of any server. Names may be in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

export interface VerifyOptions {
  /** The maximum difference between the delivery's time and now, in seconds, either way; 300 by default. */
  readonly toleranceSeconds?: number
  /** The current time, in milliseconds since 1970; the clock's by default. */
  readonly now?: number
}

/** A delivery whose signature is valid. */
export interface VerifiedDelivery {
  /** The `webhook-id`: the same in every retry and replay. Handle each id once. */
  readonly id: string
  /** The time when this attempt was sent. */
  readonly sentAt: Date
}

/** The maximum number of signatures tried: a delivery has two of each scheme while a secret and a key are rotated. */
const mostSignatures = 8

const headerOf = (headers: WebhookHeaders, name: string): string => {
  if (headers instanceof Headers) return headers.get(name) ?? ""
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return (typeof found === "string" ? found : found?.[0]) ?? ""
}

const signaturesIn = (header: string, scheme: "v1," | "v1a,"): ReadonlyArray<Uint8Array<ArrayBuffer>> =>
  header
    .split(" ")
    .slice(0, mostSignatures)
    .flatMap((part) => (part.startsWith(scheme) ? [bytesOfBase64(part.slice(scheme.length))] : []))
    .filter((signature) => signature !== undefined)

/** A parsed body is the usual mistake, and can't be told from a wrong signature afterwards. */
const checkRaw = (body: unknown): void => {
  if (typeof body === "string" || body instanceof Uint8Array) return
  throw new TypeError(
    `Pass the raw body of the request, as text or bytes. This is ${body === null ? "null" : `of type ${typeof body}`}: a body that was parsed can't be verified, and serialising it again breaks its signature.`
  )
}

/**
 * Verifies a delivery (Standard Webhooks 1.0.0) with any body, with one secret or several; two are valid during a
 * rotation. Instead of a secret it accepts a public key (`whpk_…`, from `/.well-known/webhook-keys`), if the service
 * signs yours with one (`v1a`).
 *
 * Pass the raw body. Rejects with `WebhookRefused`: `missing_header`, `stale_timestamp` or `bad_signature`; and with a
 * TypeError, whatever the delivery, for a body that was parsed, or if any secret is missing or can't be one. Signatures are
 * compared in constant time.
 */
export const verifySignature = async (
  rawBody: RawBody,
  headers: WebhookHeaders,
  secrets: string | ReadonlyArray<string>,
  { now = Date.now(), toleranceSeconds = 300 }: VerifyOptions = {}
): Promise<VerifiedDelivery> => {
  checkRaw(rawBody)
  const known = Array.isArray(secrets) ? secrets : [secrets]
  // All of them, before any is tried: a mistake in the second one shows now, not on the day of a rotation.
  const keys = await Promise.all(
    known.map(async (secret: string) => [secret, await signingKey(secret, "verify")] as const)
  )
  const id = headerOf(headers, "webhook-id")
  const timestamp = headerOf(headers, "webhook-timestamp")
  const signatures = headerOf(headers, "webhook-signature")
  if (id === "" || signatures === "" || !/^\d{1,12}$/.test(timestamp))
    throw new WebhookRefused("missing_header")
  const sentAt = Number(timestamp) * 1000
  if (Math.abs(now - sentAt) > toleranceSeconds * 1000) throw new WebhookRefused("stale_timestamp")
  const signed = joined(bytesOf(`${id}.${timestamp}.`), bytesOf(rawBody))
  for (const [secret, key] of keys) {
    for (const signature of signaturesIn(signatures, isPublicKey(secret) ? "v1a," : "v1,")) {
      if (await crypto.subtle.verify(key.algorithm, key, signature, signed))
        return { id, sentAt: new Date(sentAt) }
    }
  }
  throw new WebhookRefused("bad_signature")
}

/** A delivery to sign. */
export interface UnsignedDelivery {
  readonly id: string
  /** The time of sending, in milliseconds since 1970; now by default. */
  readonly at?: number
  readonly body: RawBody
}

/**
 * Signs a delivery as the service does, for tests of your receiver and for forwarding deliveries. Returns the three
 * headers. It doesn't share the service's code: the SDK is installed alone, and also runs where there is no `node:crypto`.
 */
export const signWebhook = async ({ at = Date.now(), body, id }: UnsignedDelivery, secret: string) => {
  const timestamp = String(Math.floor(at / 1000))
  const key = await signingKey(secret, "sign")
  const signed = joined(bytesOf(`${id}.${timestamp}.`), bytesOf(body))
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, signed))
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${btoa(String.fromCharCode(...signature))}`
  }
}
