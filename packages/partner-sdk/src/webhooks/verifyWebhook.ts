import type { RawBody } from "./bytes.ts"
import { decodeWebhook, type Webhook } from "./decodeWebhook.ts"
import {
  type VerifiedDelivery,
  verifySignature,
  type VerifyOptions,
  type WebhookHeaders
} from "./verifySignature.ts"

/** A webhook that was verified and read: its typed event, or an unknown one. */
export type VerifiedWebhook = VerifiedDelivery & Webhook

/**
 * Verifies a delivery and reads it. Give it the body as it came, and the product's secret: several while one replaces
 * another, or public keys (`whpk_…`) if the service signs yours with one.
 *
 * Rejects with `WebhookRefused` if it isn't to be trusted (`missing_header`, `stale_timestamp`, `bad_signature`) or is no
 * payload (`not_a_payload`); never because a subject or an event isn't known: then `isKnown` is false.
 */
export const verifyWebhook = async (
  rawBody: RawBody,
  headers: WebhookHeaders,
  secrets: string | ReadonlyArray<string>,
  options?: VerifyOptions
): Promise<VerifiedWebhook> => ({
  ...(await verifySignature(rawBody, headers, secrets, options)),
  ...decodeWebhook(rawBody)
})
