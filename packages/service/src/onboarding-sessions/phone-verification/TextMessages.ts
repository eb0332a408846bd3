import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Data from "effect/Data"

/** The message was not taken for sending. */
export class NotSent extends Data.TaggedError("NotSent") {}

/** How text messages are sent. A carrier is one more file with this shape, named in `TextMessages.layer`. */
interface TextMessagesAdapter {
  /**
   * Whether there is a way to send at all. Without one, a live product refuses sessions that need it
   * (D-phone-verification).
   */
  readonly isConfigured: boolean
  /** Hands a text over for sending, outside of database transactions. It holds a secret: it is never logged. */
  readonly send: (message: {
    readonly to: S.PhoneNumber
    readonly text: Redacted.Redacted
  }) => Effect.Effect<void, NotSent>
}

/** No carrier is configured: nothing can be sent, and says so. */
const noTextMessages: TextMessagesAdapter = {
  isConfigured: false,
  send: () => Effect.suspend(() => Effect.fail(new NotSent()))
}

/** The port to text messages, for live products; a sandbox sends none. */
export class TextMessages extends Context.Service<TextMessages, TextMessagesAdapter>()(
  "@embedded-super/service/onboarding-sessions/TextMessages"
) {
  static readonly layer = Layer.succeed(TextMessages, noTextMessages)
}
