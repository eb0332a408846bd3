import { Webhook } from "standardwebhooks"
import { camel, pascal } from "../emit/code.ts"
import { type Documents, resolvePath, withDocument } from "./Documents.ts"
import { type Json, objectOf } from "./json.ts"

/**
 * Completes the AsyncAPI document. In the source an event is one entry of `x-events`: when it is sent, what a receiver
 * does, whether a newer webhook replaces a waiting one (`superseded`), whether none follows it (`last`), one example.
 * `x-subjects` holds the entity of each subject and the path to fetch it from. Channels, operations, messages, payload
 * schemas and the signatures of the examples are generated from them here, so that no part of an event is written
 * twice.
 *
 * The payload schemas are added to the file that holds the payload of unknown events. Examples are signed with
 * `x-example.secret`, which the document publishes.
 */
export const withEvents = (documents: Documents, path: string | undefined): Documents => {
  if (path === undefined || !documents.has(path)) return documents
  const source = objectOf(documents.read(path))
  const events = entries<Event>(source["x-events"])
  if (events.length === 0) return documents
  const unknown = messagesOf(source)[0]
  const [file = "", name = ""] = String(objectOf(unknown?.[1]["payload"])["$ref"]).split("#/")
  const schemas = resolvePath(path, file)
  const completed = complete(source, `${file}#/`)
  const payloads = withPayloads(source, objectOf(documents.read(schemas)), name)
  return withDocument(
    withDocument(documents, path, () => completed),
    schemas,
    () => payloads
  )
}

interface Event {
  readonly subject: string
  readonly summary: string
  readonly sent: string
  readonly receiver: string
  readonly superseded?: boolean
  readonly last?: boolean
  readonly example: {
    readonly summary: string
    readonly headers: Json
    readonly payload: { readonly id: string; readonly remote_id: string; readonly inserted_at: string }
  }
  readonly "x-source"?: string
}

interface Subject {
  readonly entity: string
  readonly path: string
  readonly description: string
}

interface Example {
  readonly secret: string
  readonly base_url: string
  readonly product_id: string
  readonly user_agent: string
}

const complete = (source: Json, schemas: string): Json => {
  const { "x-events": _events, "x-subjects": _subjects, "x-example": _example, ...rest } = source
  const subjects = entries<Subject>(source["x-subjects"])
  const events = entries<Event>(source["x-events"])
  const example = source["x-example"] as Example
  const components = objectOf(source["components"])
  return {
    ...rest,
    info: {
      ...objectOf(rest["info"]),
      tags: subjects.map(([name, { description }]) => ({
        name,
        description: /^.*?\.(?= |$)/.exec(description)?.[0]
      }))
    },
    channels: {
      ...Object.fromEntries(subjects.map((each) => [camel(each[0]), channelOf(each, events)])),
      ...objectOf(rest["channels"])
    },
    operations: Object.fromEntries(events.map((each) => [`send${pascal(each[0])}`, operationOf(each)])),
    components: {
      ...components,
      messages: {
        ...Object.fromEntries(
          events.map((each) => [
            camel(each[0]),
            messageOf(each, Object.fromEntries(subjects), example, schemas)
          ])
        ),
        ...Object.fromEntries(messagesOf(source).map(([name, message]) => [name, signed(message, example)]))
      }
    }
  }
}

const channelOf = (
  [name, { description }]: readonly [string, Subject],
  events: ReadonlyArray<Named<Event>>
): Json => ({
  title: `Webhooks of subject ${name}`,
  description: `${description.trim()} All subjects arrive at the one webhook address of the product.`,
  servers: [{ $ref: "#/servers/partner" }],
  messages: Object.fromEntries(
    events
      .filter(([, { subject }]) => subject === name)
      .map(([event]) => [camel(event), { $ref: `#/components/messages/${camel(event)}` }])
  )
})

const operationOf = ([name, event]: Named<Event>): Json => ({
  action: "send",
  channel: { $ref: `#/channels/${camel(event.subject)}` },
  title: titleOf(name),
  summary: event.summary,
  description: descriptionOf(event),
  messages: [{ $ref: `#/channels/${camel(event.subject)}/messages/${camel(name)}` }],
  traits: [{ $ref: "#/components/operationTraits/post" }]
})

const messageOf = (
  [name, event]: Named<Event>,
  subjects: Readonly<Record<string, Subject>>,
  example: Example,
  schemas: string
): Json => {
  const { headers, payload, summary } = event.example
  const url = `${example.base_url}${subjects[event.subject]?.path}/${payload.id}`
  const whole = {
    subject: event.subject,
    event: name,
    id: payload.id,
    remote_id: payload.remote_id,
    url,
    product_id: example.product_id,
    inserted_at: payload.inserted_at,
    version: "v1"
  }
  const message = {
    name,
    title: titleOf(name),
    summary: event.summary,
    description: descriptionOf(event),
    payload: { $ref: `${schemas}${pascal(name)}` },
    traits: [{ $ref: "#/components/messageTraits/delivery" }],
    examples: [{ name: camel(name), summary, headers, payload: whole }],
    "x-source": event["x-source"]
  }
  return signed(message, example)
}

/** A message whose examples have all headers of a delivery, including the signature. */
const signed = (message: Json, { secret, user_agent }: Example): Json => ({
  ...message,
  examples: (message["examples"] as ReadonlyArray<Json>).map((example) => {
    const headers = objectOf(example["headers"])
    const sentAt = new Date(Number(headers["webhook-timestamp"]) * 1000)
    const body = JSON.stringify(example["payload"])
    return {
      ...example,
      headers: {
        ...headers,
        "webhook-signature": new Webhook(secret).sign(String(headers["webhook-id"]), sentAt, body),
        "content-type": "application/json",
        "user-agent": user_agent
      }
    }
  })
})

/**
 * The schemas of the file, followed by one payload schema per event: the generic payload with the event's own values.
 */
const withPayloads = (source: Json, schemas: Json, any: string): Json => {
  const subjects = Object.fromEntries(entries<Subject>(source["x-subjects"]))
  const base = objectOf(schemas[any])
  const values = [...entries<Event>(source["x-events"])].map(([name, event]) => {
    const schema = {
      type: "object",
      description: descriptionOf(event),
      required: base["required"],
      properties: {
        ...objectOf(base["properties"]),
        subject: {
          ...oneOf(event.subject),
          description: "The entity that the webhook belongs to (a namespace)."
        },
        event: { ...oneOf(name), description: "The event that triggered the webhook." },
        id: { $ref: `values.yaml#/${subjects[event.subject]?.entity}Id` }
      },
      "x-source": event["x-source"]
    }
    return [pascal(name), schema] as const
  })
  return { ...schemas, ...Object.fromEntries(values) }
}

const oneOf = (value: string): Json => ({ type: "string", enum: [value] })

/** The event's time of sending, the receiver's task, and the consequences of the event's two rules. */
const descriptionOf = ({ last, receiver, sent, subject, superseded }: Event): string => {
  const entity = subject.replaceAll("_", " ")
  return [
    sent.trim(),
    `Receiver: ${receiver.trim()}`,
    ...(superseded === true ? [`While it waits, a newer webhook of the same ${entity} may replace it.`] : []),
    ...(last === true ? [`It is the last webhook of its ${entity}.`] : [])
  ].join(" ")
}

/** `employer_settings_changed` -> `Employer settings changed` */
const titleOf = (name: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("_", " ")}`

type Named<A> = readonly [name: string, A]

const entries = <A>(value: unknown): ReadonlyArray<Named<A>> => Object.entries(objectOf(value)) as never

const messagesOf = (source: Json): ReadonlyArray<Named<Json>> =>
  entries(objectOf(source["components"])["messages"])
