import type { Conflict, NotFound, ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { OnboardingSessions } from "../onboarding-sessions/OnboardingSessions.ts"
import { withoutNulls } from "../platform/answers/answers.ts"
import { transactions } from "../platform/database/operation.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import type { Versioned } from "../platform/versions/ifMatch.ts"
import { checkEvent, intentChanges } from "./intentChanges.ts"
import { alreadyConverted, dataRemoved, notComplete, orNotFound } from "./intentAnswers.ts"
import { intentsRepo, type StoredIntent } from "./IntentsRepo.ts"

/** Creates the onboarding session from a complete intent (R-3-9, R-4.1-7). */
export class SessionFromIntent extends Context.Service<
  SessionFromIntent,
  {
    /**
     * Creates at most one session for each intent, even on concurrent calls: the others get its id. Person, contact and
     * employment come from the intent. The session takes the intent's `remote_id` unless the call gives one. Its
     * employee takes the `remote_id` from the call, else the employee's from the intent, else the intent's own.
     */
    readonly create: (
      productId: S.ProductId,
      id: S.OnboardingSessionIntentId,
      input: S.OnboardingSessionFromIntent
    ) => Effect.Effect<Versioned<S.OnboardingSession>, NotFound | Conflict | ValidationFailed>
  }
>()("@embedded-super/service/onboarding-session-intents/SessionFromIntent") {
  static readonly layer = Layer.effect(
    SessionFromIntent,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const clock = yield* BusinessClock
      const repo = yield* intentsRepo
      const changes = yield* intentChanges
      const sessions = yield* OnboardingSessions

      return SessionFromIntent.of({
        create: transaction("SessionFromIntent.create")(function* (productId, id, input) {
          const intent = yield* orNotFound(yield* repo.lock(id, productId))
          if (intent.onboarding_session_id !== null) {
            return yield* alreadyConverted(intent, intent.onboarding_session_id)
          }
          const at = yield* clock.now(intent.sandboxed)
          yield* checkEvent(intent, "converted", at, notComplete)
          if (intent.anonymised_at !== null) return yield* dataRemoved(intent)
          const created = yield* sessions.create(productId, creationOf(intent, input), { intentId: id })
          yield* changes.apply(intent, ["converted"], {}, at)
          return created
        })
      })
    })
  )
}

/** The equivalent direct creation of the session: the intent's data under the caller's identifiers, or the intent's. */
const creationOf = (
  { details, employer_id, remote_id, workflow_slug }: StoredIntent,
  input: S.OnboardingSessionFromIntent
): S.OnboardingSessionCreation => {
  const { given_name, family_name, email, phone_number, remote_id: employee_remote_id } = details.employee
  const { job_title: _, ...employment } = details.employment
  return {
    remote_id,
    workflow_slug,
    employee: { remote_id: employee_remote_id ?? remote_id },
    ...input,
    employer: { id: employer_id },
    ...withoutNulls({ email, phone_number: phone_number as S.PhoneNumberInput | null }),
    employee_detail: {
      identity: withoutNulls({ given_name, family_name }),
      employment: withoutNulls(employment)
    }
  }
}
