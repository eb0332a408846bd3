import { readFile } from "node:fs/promises"
import { bundleFile } from "@embedded-super/specs"
import { type Page, table } from "../Page.ts"

interface Message {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly examples: ReadonlyArray<{
    readonly payload: Readonly<Record<string, string>>
  }>
}

/** An event that the service reports. */
export interface WebhookEvent {
  readonly event: string
  readonly subject: string
  readonly title: string
  readonly description: string
  readonly payload: Readonly<Record<string, string>>
}

/** The events of the AsyncAPI document, except the placeholder for future ones. */
export const readEvents = async (): Promise<ReadonlyArray<WebhookEvent>> => {
  const document = JSON.parse(await readFile(bundleFile("webhooks"), "utf8"))
  const messages = Object.entries<Message>(document.components.messages)
  return messages
    .filter(([name]) => name !== "unknownWebhook")
    .map(([, { description, examples, name, title }]) => {
      const payload = examples[0]?.payload ?? {}
      return { event: name, subject: payload["subject"] ?? "", title, description, payload }
    })
}

const entry = ({ description, event, payload, subject }: WebhookEvent): string => `## \`${event}\`

Subject \`${subject}\`. ${description}

\`\`\`json
${JSON.stringify(payload, undefined, 2)}
\`\`\``

/** One anchor for each event. */
export const eventsPage = (events: ReadonlyArray<WebhookEvent>): Page => ({
  slug: "reference/events",
  title: "Events",
  description: "Every event that is reported by webhook: when it is sent, and what to do with it.",
  body: `
Each webhook has the same eight fields and names the entity that it is about. Fetch the entity from \`url\`, with the key of
its \`product_id\`. Subjects and events are open sets: answer 2xx to one that you don't know. How a delivery is signed,
ordered and repeated is in [Webhooks](../../partners/webhooks/).

${table(
  ["Event", "Subject", "Sent when"],
  events.map(({ description, event, subject }) => [
    `[\`${event}\`](#${event})`,
    `\`${subject}\``,
    `${description.split(". ")[0]?.replace(/\.$/, "")}.`
  ])
)}

${events.map(entry).join("\n\n")}
`
})
