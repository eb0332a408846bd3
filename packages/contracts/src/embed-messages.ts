import type { EmbedMessage } from "./types/embed-messages.ts"
export const isEmbedMessage = (value: unknown): value is EmbedMessage => typeof value === "object"
