import { bytesOf, bytesOfBase64, joined, type RawBody } from "./bytes.ts"
import { isPublicKey, signingKey } from "./signingKey.ts"
import { WebhookRefused } from "./WebhookRefused.ts"

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
