import type { WebhookPayload } from "@embedded-super/contracts/schemas"
import {
  type webhookEvents,
  type WebhookEventName,
  webhookFields,
  webhookSubjects
} from "@embedded-super/contracts/webhook-events"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { isOperatorBody, OPERATOR } from "./operatorBody.ts"

/** An event that a part of the service records about its own entity. */
export type NewEvent = {
  [E in WebhookEventName]: {
    readonly productId: string
    readonly subject: (typeof webhookEvents)[E]["subject"]
    readonly event: E
    readonly entityId: string
    /** The entity's identifier in the partner's system; for subject employer_issue its own id. */
    readonly remoteId: string
    /** The entity's version at the event. Events of one entity are sent in this order. */
    readonly seq: number
    /**
     * All that the change consists of, as one text, if the service made it by itself: `eventId` derives the id from it.
     * Absent if somebody acted: an act that is repeated is another one.
     */
    readonly says?: string
  }
}[WebhookEventName]

/** An event of one of many issues of a product. */
export interface IssueEvent {
  readonly event: Extract<WebhookEventName, `employer_issue_${string}`>
  readonly entityId: string
  readonly seq: number
}

/** An issue's event as an event of its product. An issue's remote_id is its id (R-2.1-9). */
export const ofIssue = (productId: string, { entityId, event, seq }: IssueEvent): NewEvent => ({
  productId,
  subject: "employer_issue",
  event,
  entityId,
  remoteId: entityId,
  seq,
  // The issue is the event's id, and the event is all that happened to it.
  says: event
})

/** The text before and after the time at which the webhook is generated, which the database knows. */
export interface BodyParts {
  readonly before: string
  readonly after: string
}

/** Stands for the time: no other field can contain it, because JSON escapes its quotes there. */
const TIME = `"inserted_at":"`

/**
 * The exact text that is stored, signed and sent: the eight fields of, in that order, and no more. `inserted_at`
 * is the time at which the webhook was generated, by the business time of the product's entities, in the form of
 * `toTimestamp`; a replay keeps it.
 */
export const eventBody = (event: NewEvent, baseUrl: string): BodyParts => {
  const payload: typeof WebhookPayload.Encoded = {
    subject: event.subject,
    event: event.event,
    id: event.entityId,
    remote_id: event.subject === "employer_issue" ? event.entityId : event.remoteId,
    url: `${baseUrl}${webhookSubjects[event.subject].path}/${event.entityId}`,
    product_id: event.productId,
    inserted_at: "",
    version: "v1"
  }
  const text = JSON.stringify(payload)
  const at = text.indexOf(TIME) + TIME.length
  return { before: text.slice(0, at), after: text.slice(at) }
}

/** Whether a stored text has the form that `eventBody` or, for the operator, `operatorBody` gives it for this entity. */
export const isPayload = (
  text: string,
  { entityId, productId }: { readonly entityId: string; readonly productId: string }
): boolean => {
  const parsed = Result.try(() => JSON.parse(text) as unknown)
  if (Result.isFailure(parsed) || !Predicate.isObject(parsed.success)) return false
  if (productId === OPERATOR) return isOperatorBody(parsed.success, entityId)
  const payload = parsed.success as Readonly<Record<string, unknown>>
  return (
    Object.keys(payload).length === webhookFields.length &&
    webhookFields.every((field) => typeof payload[field] === "string") &&
    payload["id"] === entityId &&
    payload["product_id"] === productId
  )
}
