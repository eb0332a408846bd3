import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Data from "effect/Data"

/** The message was not accepted for sending. */
export class NotSent extends Data.TaggedError("NotSent") {}

/**
 * The adapter that sends text messages. A new carrier is one more file with this shape, named in `TextMessages.layer`.
 */
interface TextMessagesAdapter {
  /**
   * Whether messages can be sent at all. If not, a live product refuses sessions that need them (D-phone-verification).
   */
  readonly isConfigured: boolean
  /**
   * Submits a text for sending, outside of database transactions; fails while outgoing work is held (`Outgoing`). The text
   * holds a secret: never log it.
   */
  readonly send: (message: {
    readonly to: S.PhoneNumber
    readonly text: Redacted.Redacted
  }) => Effect.Effect<void, NotSent>
}

/** The adapter without a carrier: every `send` fails. */
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
