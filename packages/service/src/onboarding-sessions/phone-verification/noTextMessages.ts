import * as Effect from "effect/Effect"
import { NotSent } from "./NotSent.ts"
import type { TextMessagesAdapter } from "./TextMessagesAdapter.ts"

/** No carrier is configured: nothing can be sent, and says so. */
export const noTextMessages: TextMessagesAdapter = {
  isConfigured: false,
  send: () => Effect.suspend(() => Effect.fail(new NotSent()))
}
