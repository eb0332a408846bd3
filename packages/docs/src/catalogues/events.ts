import { readFileSync } from "node:fs"
import { bundleFile } from "@embedded-super/specs"
import { type Page, table } from "../Page.ts"
import { apiOf, type Document, type Schema } from "../reference/Document.ts"
import { fieldsOf } from "../reference/fields.ts"

interface Message {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly examples: ReadonlyArray<{
    readonly headers: Readonly<Record<string, string>>
    readonly payload: Readonly<Record<string, string>>
  }>
}

/** An event that the service reports. */
export interface WebhookEvent {
  readonly event: string
  readonly subject: string
  readonly title: string
  readonly description: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: Readonly<Record<string, string>>
}

type AsyncDocument = Document & {
  readonly components: {
    readonly messages: Readonly<Record<string, Message>>
    readonly messageTraits: { readonly delivery: { readonly headers: Schema } }
  }
}

const readWebhooks = (): AsyncDocument => JSON.parse(readFileSync(bundleFile("webhooks"), "utf8"))

/** The events of the AsyncAPI document, except the placeholder for future ones. */
export const readEvents = (): ReadonlyArray<WebhookEvent> =>
  Object.entries(readWebhooks().components.messages)
    .filter(([name]) => name !== "unknownWebhook")
    .map(([, { description, examples, name, title }]) => {
      const { headers = {}, payload = {} } = examples[0] ?? {}
      return { event: name, subject: payload["subject"] ?? "", title, description, headers, payload }
    })

/** What it says, what a receiver does, and how it is delivered are three sentences or more of one description. */
const inParts = (description: string): string =>
  description
    .replace(/ (Receiver: )/, "\n\n**What to do:** ")
    .replace(
      / (Each is delivered|While it waits|It is delivered|It is the last webhook of its)/,
      "\n\n**Order:** $1"
    )

const entry = ({ description, event, headers, payload, subject }: WebhookEvent): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `### \`${event}\`

Subject \`${subject}\`. ${inParts(description)}

\`\`\`json title="Body"
${JSON.stringify(payload, undefined, 2)}
\`\`\`

<details>
<summary>Its headers, signed with the secret of the docs</summary>

\`\`\`http
${lines.join("\n")}
\`\`\`

</details>`
}

const ROOT = "../../"

/** One anchor for each event. */
export const eventsPage = (events: ReadonlyArray<WebhookEvent>): Page => {
  const document = readWebhooks()
  const api = apiOf("webhooks", { ...document, paths: {} })
  return {
    slug: "reference/events",
    title: "Events",
    description:
      "Every event that is reported by webhook: when it is sent, what to do with it, its body and its headers.",
    body: `
Each webhook has the same eight fields and names the entity that it is about. Fetch the entity from \`url\`, with the key of
its \`product_id\`. Subjects and events are open sets: answer 2xx to one that you don't know. How a delivery is signed,
ordered and repeated is in [Webhooks](${ROOT}partners/webhooks/); [Verify webhooks](${ROOT}partners/verify-webhooks/) has it in your
language. The spec is [webhooks.json](${ROOT}specs/webhooks.json), AsyncAPI.

${table(
  ["Event", "Subject", "Sent when"],
  events.map(({ description, event, subject }) => [
    `[\`${event}\`](#${event})`,
    `\`${subject}\``,
    `${description.split(". ")[0]?.replace(/\.$/, "")}.`
  ])
)}

## Each event

${events.map(entry).join("\n\n")}

## The body

${fieldsOf(api, { $ref: "#/components/schemas/WebhookPayload" }, ROOT)}

## The headers

${fieldsOf(api, document.components.messageTraits.delivery.headers, ROOT)}
`
  }
}
