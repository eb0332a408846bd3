import type { Webhooks } from "../model/Webhooks.ts"
import { banner, docBlock, key, list, object, quote } from "./code.ts"

/**
 * `webhook-events.ts`: the events and subjects as constants. It has no imports, so that programs without Effect can use
 * it.
 */
export const emitWebhookEvents = (webhooks: Webhooks): string => {
  const events = webhooks.events.map(({ description, event, last, schema, subject, superseded }) => {
    const entry = `{ subject: ${quote(subject)}, payload: ${quote(schema)}, superseded: ${superseded}, last: ${last} }`
    return `${docBlock(description)}${key(event)}: ${entry}`
  })
  const subjects = webhooks.subjects.map(
    ({ entity, path, subject }) => `${key(subject)}: { entity: ${quote(entity)}, path: ${quote(path)} }`
  )
  return `${banner("specs/webhooks/asyncapi.yaml")}
/**
 * The events of today: the subject of each, the schema of its payload, whether a later event of the same entity supersedes
 * a pending delivery, and whether no further webhook is sent for the entity.
 */
export const webhookEvents = ${object(events)} as const
export type WebhookEventName = keyof typeof webhookEvents

/** The subjects of webhooks: the schema of each entity, and where it is fetched below the service's address. */
export const webhookSubjects = ${object(subjects)} as const
export type WebhookSubjectName = keyof typeof webhookSubjects

/** The fields of a payload. Others may be added. */
export const webhookFields = ${list(webhooks.fields.map(quote))} as const
`
}
