import type { OperatorEvent } from "@embedded-super/contracts/schemas"
import * as Predicate from "effect/Predicate"
import type { BodyParts } from "./eventBody.ts"

/** Stands in place of a product's id at the operator's address, and at its events, deliveries and replays. No product has it. */
export const OPERATOR = "00000000-0000-8000-8000-000000000001"

/** An event for the operator: its trouble is the entity, and `seq` orders the events of one trouble. */
export interface NewOperatorEvent {
  readonly event: (typeof OperatorEvent.Encoded)["type"]
  readonly seq: number
  readonly trouble: (typeof OperatorEvent.Encoded)["data"]
}

/** Stands for the time: the first of it is the field, because JSON escapes its quotes in any later text. */
const TIME = `"timestamp":"`

/** The exact text that is stored, signed and sent, around the time at which it is recorded. */
export const operatorBody = ({ event, trouble }: NewOperatorEvent): BodyParts => {
  const body: typeof OperatorEvent.Encoded = { type: event, timestamp: "", data: trouble }
  const text = JSON.stringify(body)
  const at = text.indexOf(TIME) + TIME.length
  return { before: text.slice(0, at), after: text.slice(at) }
}

/** Whether a stored body has the form that `operatorBody` gives it for this trouble. */
export const isOperatorBody = (body: object, troubleId: string): boolean =>
  Predicate.hasProperty(body, "type") &&
  typeof body.type === "string" &&
  Predicate.hasProperty(body, "timestamp") &&
  typeof body.timestamp === "string" &&
  Predicate.hasProperty(body, "data") &&
  Predicate.hasProperty(body.data, "id") &&
  body.data.id === troubleId
