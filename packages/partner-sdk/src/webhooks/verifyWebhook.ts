import { webhookEvents, webhookFields } from "@embedded-super/contracts/webhook-events"
import {
  type RawBody,
  type VerifiedDelivery,
  verifySignature,
  type VerifyOptions,
  type WebhookHeaders
} from "./verifySignature.ts"
import type { WebhookEvent, WebhookPayload } from "../types.ts"
import { WebhookRefused } from "./WebhookRefused.ts"

/**
 * A webhook. Subjects and events are open sets: if `isKnown` is false, answer 2xx and do nothing.
 *
 *     if (webhook.isKnown) switch (webhook.payload.event) { … }
 */
export type Webhook =
  | { readonly isKnown: true; readonly payload: WebhookEvent }
  | { readonly isKnown: false; readonly payload: WebhookPayload }

const isPayload = (value: unknown): value is WebhookPayload =>
  typeof value === "object" &&
  value !== null &&
  webhookFields.every((field) => typeof (value as Record<string, unknown>)[field] === "string")

/** Whether a payload's event is known to this SDK. */
export const isWebhookEvent = (payload: WebhookPayload): payload is WebhookEvent =>
  Object.hasOwn(webhookEvents, payload.event) &&
  webhookEvents[payload.event as WebhookEvent["event"]].subject === payload.subject

/** A payload with the type of its event, if that is known. */
export const asWebhook = (payload: WebhookPayload): Webhook =>
  isWebhookEvent(payload) ? { isKnown: true, payload } : { isKnown: false, payload }

const parsed = (body: RawBody): unknown => {
  try {
    return JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body))
  } catch {
    throw new WebhookRefused("not_a_payload")
  }
}

/**
 * Reads the body of a delivery. Verify it first: this function doesn't check the signature.
 *
 * Throws `WebhookRefused` (`not_a_payload`) if one of the eight fields is missing; never because of an unknown subject,
 * event, version or further field.
 */
export const decodeWebhook = (rawBody: RawBody): Webhook => {
  const payload = parsed(rawBody)
  if (!isPayload(payload)) throw new WebhookRefused("not_a_payload")
  return asWebhook(payload)
}

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

/** The webhook secret, or secrets, of each product, by its id; or the public keys of its partner account. */
export type ProductSecrets = Readonly<Record<string, string | ReadonlyArray<string>>>

/**
 * Verifies a delivery with the secrets of its product, and reads it: for receivers of several products' webhooks at one
 * URL. A product's secret is valid for that product only.
 */
export const receiveWebhook = async (
  rawBody: RawBody,
  headers: WebhookHeaders,
  secrets: ProductSecrets,
  options?: VerifyOptions
): Promise<VerifiedWebhook> => {
  // The product is read from an unverified body; a forged one can only select a wrong secret.
  const webhook = decodeWebhook(rawBody)
  const { product_id } = webhook.payload
  const known = Object.hasOwn(secrets, product_id) ? secrets[product_id] : undefined
  if (known === undefined) throw new WebhookRefused("unknown_product")
  return { ...(await verifySignature(rawBody, headers, known, options)), ...webhook }
}
