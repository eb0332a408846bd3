import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"

/**
 * The port to the intents that sessions were created from. Sessions don't import intents; `IntentDeadlines` implements
 * it.
 */
export class OriginalIntents extends Context.Service<
  OriginalIntents,
  {
    /** Removes the intent's personal data, in the transaction that erases its session. A repeat changes nothing. */
    readonly anonymise: (id: S.OnboardingSessionIntentId) => Effect.Effect<void, SqlError>
  }
>()("@embedded-super/service/onboarding-sessions/OriginalIntents") {}
