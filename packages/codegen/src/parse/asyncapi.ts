import { valueAt, isObject, type Json, present, textOf } from "../documents/json.ts"
import type { ObjectNode } from "../model/Schema.ts"
import type { WebhookEvent, WebhookHeader, Webhooks } from "../model/Specs.ts"
import { type Context, resolve } from "./Context.ts"
import { parseSchema } from "./schema.ts"

/**
 * The messages of the completed AsyncAPI document, and the rules of its events, which only its source holds. Each
 * message has a named payload whose `subject` and `event` have a single value each. The only exception is the payload
 * of unknown events.
 */
export const parseAsyncApi = (context: Context, source: Json): Webhooks => {
  const at = ["components", "messages"]
  const messages = valueAt(context.bundle.document, at)
  const events: Array<WebhookEvent> = []
  const unknown: Array<string> = []
  const headers = new Map<string, WebhookHeader>()
  for (const [name, value] of Object.entries(isObject(messages) ? messages : {})) {
    const message = resolve(context, value, [...at, name])
    const payload = resolve(context, message.value["payload"], [...message.at, "payload"])
    if (payload.name === undefined) {
      context.report("unsupported_event", payload.at, "the payload of a message is a named schema")
      continue
    }
    const subject = literalOf(context, payload.name, "subject")
    const event = literalOf(context, payload.name, "event")
    if (subject === undefined || event === undefined) unknown.push(payload.name)
    else {
      const description = context.components.get(payload.name)?.description
      const rules = valueAt(source["x-events"], [event]) as Json | undefined
      const superseded = rules?.["superseded"] === true
      events.push(
        present({
          subject,
          event,
          schema: payload.name,
          description,
          superseded,
          last: rules?.["last"] === true,
          source: textOf(rules?.["x-source"])
        })
      )
    }
    for (const header of parseMessageHeaders(context, message.value, message.at))
      headers.set(header.name, header)
  }
  const [fallback] = unknown
  if (fallback === undefined || unknown.length > 1) {
    context.report(
      "unsupported_event",
      at,
      "one message, and no more, is of the subjects and events that aren't known"
    )
  }
  const payload = context.components.get(fallback ?? "")?.schema
  return {
    events,
    unknown: fallback ?? "",
    subjects: Object.entries(isObject(source["x-subjects"]) ? source["x-subjects"] : {}).map(
      ([subject, value]) => ({
        subject,
        entity: String((value as Json)["entity"]),
        path: String((value as Json)["path"])
      })
    ),
    fields: payload?.kind === "object" ? payload.properties.map(({ name }) => name) : [],
    headers: [...headers.values()]
  }
}

/** The single value of a property of a named object schema. */
const literalOf = (context: Context, name: string, property: string): string | undefined => {
  const node = context.components.get(name)?.schema
  if (node?.kind !== "object") return undefined
  const schema = node.properties.find((each) => each.name === property)?.schema
  const values = schema?.kind === "literals" ? schema.values : []
  return values.length === 1 ? textOf(values[0]) : undefined
}

/** A message's headers: its own, and those of its traits. */
const parseMessageHeaders = (
  context: Context,
  message: Readonly<Record<string, unknown>>,
  at: ReadonlyArray<string>
): ReadonlyArray<WebhookHeader> => {
  const traits = Array.isArray(message["traits"]) ? (message["traits"] as ReadonlyArray<unknown>) : []
  const holders = [
    { value: message, at },
    ...traits.map((trait, index) => resolve(context, trait, [...at, "traits", String(index)]))
  ]
  return holders.flatMap((holder) => {
    if (holder.value["headers"] === undefined) return []
    const node = resolveObject(context, holder.value["headers"], [...holder.at, "headers"])
    return (node?.properties ?? []).map((property) =>
      present({
        name: property.name.toLowerCase(),
        required: property.required,
        schema: property.schema,
        description: property.description
      })
    )
  })
}

const resolveObject = (
  context: Context,
  value: unknown,
  at: ReadonlyArray<string>
): ObjectNode | undefined => {
  const node = parseSchema(context, value, at)
  const target = node.kind === "reference" ? context.components.get(node.name)?.schema : node
  if (target?.kind === "object") return target
  context.report("unsupported_event", at, "the headers of a message are an object")
  return undefined
}
