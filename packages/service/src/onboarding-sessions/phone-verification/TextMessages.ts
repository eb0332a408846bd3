import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type { NotSent } from "./NotSent.ts"
import { noTextMessages } from "./noTextMessages.ts"

/** How text messages are sent. A carrier is one more file with this shape, named in `TextMessages.layer`. */
export interface TextMessagesAdapter {
  /** Whether there is a way to send at all. Without one, a live product refuses sessions that need it (settled 23). */
  readonly isConfigured: boolean
  /** Hands a text over for sending, outside of database transactions. It holds a secret: it is never logged. */
  readonly send: (message: {
    readonly to: S.PhoneNumber
    readonly text: Redacted.Redacted
  }) => Effect.Effect<void, NotSent>
}

/** The port to text messages, for live products; a sandbox sends none. */
export class TextMessages extends Context.Service<TextMessages, TextMessagesAdapter>()(
  "@embedded-super/service/onboarding-sessions/TextMessages"
) {
  static readonly layer = Layer.succeed(TextMessages, noTextMessages)
}
