import type { Webhooks } from "../model/Specs.ts"
import { banner, camel, docBlock, key, list, object, quote } from "./code.ts"
import { emitSchema } from "./schema.ts"

const scope = { reference: (name: string) => `S.${name}`, closes: false }

/** `webhooks.ts`: the events, their payloads, the explicit unknown case, and the headers of a delivery. */
export const emitWebhooks = (webhooks: Webhooks): string => {
  const names = object(webhooks.headers.map((header) => `${camel(header.name)}: ${quote(header.name)}`))
  const headers = object(
    webhooks.headers.map((header) => {
      const schema = emitSchema(header.schema, scope)
      const doc = docBlock(header.description)
      return `${doc}${key(header.name)}: ${header.required ? schema : `Schema.optionalKey(${schema})`}`
    })
  )
  return `${banner("specs/webhooks/asyncapi.yaml")}
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as S from "./schemas.ts"
import { webhookEvents, type WebhookEventName } from "./webhook-events.ts"

/** A payload of an event of today. \`event\` discriminates them. */
export const WebhookEvent = Schema.Union(${list(webhooks.events.map(({ schema }) => `S.${schema}`))})
export type WebhookEvent = typeof WebhookEvent.Type

/** The payload of one event. */
export type WebhookEventOf<Name extends WebhookEventName> = Extract<WebhookEvent, { readonly event: Name }>

/**
 * A webhook as a receiver sees it. Subjects and events are open sets: one that isn't known here is \`Unknown\`, which a
 * receiver answers 2xx and ignores.
 */
export type Webhook =
  | { readonly _tag: "Known"; readonly payload: WebhookEvent }
  | { readonly _tag: "Unknown"; readonly payload: S.${webhooks.unknown} }

const decodeUnknownCase = Schema.decodeUnknownResult(S.${webhooks.unknown})
const decodeKnownCase = Schema.decodeUnknownResult(WebhookEvent)

const isKnown = (payload: S.${webhooks.unknown}): boolean =>
  Object.hasOwn(webhookEvents, payload.event) &&
  webhookEvents[payload.event as string as WebhookEventName].subject === payload.subject

/**
 * Reads the parsed body of a delivery. It fails only where the body isn't a webhook payload at all, or a known event
 * lacks what it must have; never because a subject, an event or a further field isn't known.
 */
export const decodeWebhook = (body: unknown): Result.Result<Webhook, Schema.SchemaError> =>
  Result.flatMap(decodeUnknownCase(body), (payload): Result.Result<Webhook, Schema.SchemaError> =>
    isKnown(payload)
      ? Result.map(decodeKnownCase(body), (known) => ({ _tag: "Known", payload: known }))
      : Result.succeed({ _tag: "Unknown", payload })
  )

/** The names of a delivery's headers. */
export const webhookHeaderNames = ${names} as const

/** The headers of a delivery. */
export const WebhookHeaders = Schema.Struct(${headers}).annotate({ identifier: "WebhookHeaders" })
export interface WebhookHeaders extends Schema.Schema.Type<typeof WebhookHeaders> {}
`
}

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
