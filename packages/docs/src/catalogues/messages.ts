import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { type Page, table } from "../Page.ts"
import type { Schema } from "../reference/Document.ts"

/** A message that an embed's frame posts to the page that holds it. */
export interface Message {
  readonly kind: string
  readonly description: string
  readonly example: unknown
}

/** The messages of `specs/embed-messages`, in the order of their union. */
export const readMessages = async (): Promise<ReadonlyArray<Message>> => {
  const file = fileURLToPath(import.meta.resolve("@embedded-super/contracts/bundled/embed-messages"))
  const { schemas } = JSON.parse(await readFile(file, "utf8")).components
  const members: ReadonlyArray<{ readonly $ref: string }> = schemas.EmbedMessage.oneOf
  return members.map(({ $ref }) => {
    const schema: Schema = schemas[$ref.split("/").at(-1) ?? ""]
    return {
      kind: String(schema.properties?.["kind"]?.const ?? ""),
      description: schema.description ?? "",
      example: schema.examples?.[0]
    }
  })
}

const firstSentence = (text: string) => `${text.split(". ")[0]?.replace(/\.$/, "")}.`

/** When each message is sent, one row for each. */
export const messagesTable = (messages: ReadonlyArray<Message>): string =>
  table(
    ["Kind", "Sent when"],
    messages.map(({ description, kind }) => [`\`${kind}\``, firstSentence(description)])
  )

/** One row and one example for each message. */
export const messagesPage = (messages: ReadonlyArray<Message>): Page => ({
  slug: "reference/embed-messages",
  title: "Embed messages",
  description: "Every message that an embed's frame posts to the page that holds it, and when.",
  body: `
The frame of an embed posts these messages to your page, and the loader passes them on. Use them for the page alone: its
height, a loading state, a place to close. They hold no personal data and prove nothing; read what was collected by the
partner API, after the [webhook](../../partners/webhooks/). Your page posts nothing to the frame
([D-embed-messages](../../decisions/embeds/#D-embed-messages)).

${messagesTable(messages)}

${messages
  .map(
    ({ description, example, kind }) => `## \`${kind}\`

${description}

\`\`\`json
${JSON.stringify(example)}
\`\`\``
  )
  .join("\n\n")}
`
})
