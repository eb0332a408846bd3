import type * as S from "@embedded-super/contracts/schemas"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { NotSent } from "./NotSent.ts"

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
