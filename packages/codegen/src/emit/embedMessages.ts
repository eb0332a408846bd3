import type { EmbedMessage } from "../model/Specs.ts"
import { banner, key } from "./code.ts"

/** `embed-messages.ts`: the messages as plain data, and their check, small enough for a partner's page. */
export const emitEmbedMessages = (messages: ReadonlyArray<EmbedMessage>): string => {
  const rows = messages.map(({ data, kind }) => `  ${key(kind)}: ${JSON.stringify(data)}`)
  return `${banner("specs/embed-messages")}
import { isMessage, type Shape } from "./shapes.ts"
import type { EmbedMessage } from "./types/embed-messages.ts"

/** The form of the data of each kind of message. */
export const embedMessages = {
${rows.join(",\n")}
} satisfies Readonly<Record<EmbedMessage["kind"], Shape>>

/**
 * Whether a value is a message of an embed's frame. It accepts what the schemas in specs/embed-messages accept, and trusts
 * nothing in the value. Check the sender first: any page can post a message of the right form.
 */
export const isEmbedMessage = (value: unknown): value is EmbedMessage => isMessage(embedMessages, value)
`
}

/** The types in `types/embed-messages.ts` besides the schemas: the union of all messages, and the data of each kind. */
export const embedMessageTypes = `
/** A message of an embed's frame, by its \`kind\`. */
export type EmbedMessage = components["schemas"]["EmbedMessage"]

/** The data of each kind of message. */
export type EmbedMessageData = {
  [Kind in EmbedMessage["kind"]]: Extract<EmbedMessage, { kind: Kind }>["data"]
}
`
