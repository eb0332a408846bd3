import { webhookEvents, webhookFields } from "@embedded-super/contracts/webhook-events"
import type { WebhookEvent, WebhookPayload } from "../types.ts"
import type { RawBody } from "./bytes.ts"
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
  return isWebhookEvent(payload) ? { isKnown: true, payload } : { isKnown: false, payload }
}
