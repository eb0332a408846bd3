import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { noTextMessages } from "./noTextMessages.ts"
import type { TextMessagesAdapter } from "./TextMessagesAdapter.ts"

/** The port to text messages, for live products; a sandbox sends none. */
export class TextMessages extends Context.Service<TextMessages, TextMessagesAdapter>()(
  "@embedded-super/service/onboarding-sessions/TextMessages"
) {
  static readonly layer = Layer.succeed(TextMessages, noTextMessages)
}
