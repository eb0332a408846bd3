import type { WebhookEvent, WebhookPayload } from "../types.ts"
import type { RawBody } from "./bytes.ts"
import { WebhookRefused } from "./WebhookRefused.ts"

/**
 * A webhook. Subjects and events are open sets: where `isKnown` is false, answer 2xx and do nothing.
 *
 *     if (webhook.isKnown) switch (webhook.payload.event) { … }
 */
export type Webhook =
  | { readonly isKnown: true; readonly payload: WebhookEvent }
  | { readonly isKnown: false; readonly payload: WebhookPayload }

/** The events of today, and the subject that each belongs to. */
const subjects: { readonly [Event in WebhookEvent as Event["event"]]: Event["subject"] } = {
  employer_settings_changed: "employer",
  onboarding_session_changed: "onboarding_session",
  onboarding_session_completed: "onboarding_session",
  onboarding_intent_completed: "onboarding_session_intent",
  employee_changed: "employee",
  employer_issue_created: "employer_issue",
  employer_issue_resolved: "employer_issue"
}

/** The fields of a payload. Others may be added; they are kept. */
const fields: { readonly [Field in keyof WebhookPayload]-?: true } = {
  subject: true,
  event: true,
  id: true,
  remote_id: true,
  url: true,
  product_id: true,
  inserted_at: true,
  version: true
}

const isPayload = (value: unknown): value is WebhookPayload =>
  typeof value === "object" &&
  value !== null &&
  Object.keys(fields).every((field) => typeof (value as Record<string, unknown>)[field] === "string")

/** Whether a payload is of an event that is known here. */
export const isWebhookEvent = (payload: WebhookPayload): payload is WebhookEvent =>
  Object.hasOwn(subjects, payload.event) &&
  subjects[payload.event as WebhookEvent["event"]] === payload.subject

const parsed = (body: RawBody): unknown => {
  try {
    return JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body))
  } catch {
    throw new WebhookRefused("not_a_payload")
  }
}

/**
 * Reads the body of a delivery. Verify it first: this alone trusts anybody.
 *
 * Throws `WebhookRefused` (`not_a_payload`) where the eight fields aren't there; never because a subject, an event, a
 * version or a further field isn't known.
 */
export const decodeWebhook = (rawBody: RawBody): Webhook => {
  const payload = parsed(rawBody)
  if (!isPayload(payload)) throw new WebhookRefused("not_a_payload")
  return isWebhookEvent(payload) ? { isKnown: true, payload } : { isKnown: false, payload }
}
