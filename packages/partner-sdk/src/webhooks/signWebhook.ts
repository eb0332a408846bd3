import { bytesOf, joined, type RawBody } from "./bytes.ts"
import { signingKey } from "./signingKey.ts"

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
