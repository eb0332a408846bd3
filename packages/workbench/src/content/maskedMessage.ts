import type { MaskedMessage, RawMessage } from "./Message.ts"

/** The message as it may be shown. */
export const maskedMessage = (message: RawMessage): MaskedMessage => ({
  headers: {},
  body: message.body === null ? null : "•••"
})
