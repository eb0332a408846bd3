import type { RawBody } from "./bytes.ts"
import { decodeWebhook, type Webhook } from "./decodeWebhook.ts"
import {
  type VerifiedDelivery,
  verifySignature,
  type VerifyOptions,
  type WebhookHeaders
} from "./verifySignature.ts"

/** A verified and decoded webhook: its typed event, or an unknown one. */
export type VerifiedWebhook = VerifiedDelivery & Webhook

/**
 * Verifies a delivery and reads it. Pass the raw body, and the product's secret: several during a rotation, or public
 * keys (`whpk_…`) if the service signs yours with one.
 *
 * Rejects with `WebhookRefused` if the delivery isn't trusted (`missing_header`, `stale_timestamp`, `bad_signature`) or
 * isn't a payload (`not_a_payload`); never because of an unknown subject or event: then `isKnown` is false.
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
