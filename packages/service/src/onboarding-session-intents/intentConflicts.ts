import { Conflict, NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { remoteIdTaken } from "../platform/answers/answers.ts"
import { allowedIn, type OutOfOrder } from "./intentStates.ts"
import { positionOf, type StoredIntent } from "./IntentsRepo.ts"

/** The intent, or a 404 that is the same for an id of another product and for one that doesn't exist. */
export const orNotFound = <Intent>(intent: Option.Option<Intent>): Effect.Effect<Intent, NotFound> =>
  Option.match(intent, {
    onNone: () =>
      Effect.fail(
        new NotFound({ code: "not_found", detail: "There is no onboarding session intent with this id." })
      ),
    onSome: Effect.succeed
  })

/** The refusal of a `remote_id` in use. Names the intent that has it, which can be opened or resumed. */
export const remoteIdOfIntentTaken = (by: Option.Option<StoredIntent>) =>
  remoteIdTaken("intent of this employer", Option.getOrUndefined(by)?.id)

export const notCancellable = ({ state, allowed }: OutOfOrder) =>
  new Conflict({
    code: "intent_not_cancellable",
    detail:
      state === "complete"
        ? "A session was created from the intent. Cancel the session instead."
        : `The intent has ended: it is ${state}.`,
    state,
    allowed
  })

export const notComplete = ({ state, allowed }: OutOfOrder) =>
  new Conflict({
    code: "intent_not_complete",
    detail:
      allowed.length === 0
        ? `The intent has ended without being completed: it is ${state}. Create a new one.`
        : `The intent is ${state}: the employer has not finished the intent embed.`,
    state,
    allowed
  })

export const alreadyConverted = (intent: StoredIntent, onboarding_session_id: S.OnboardingSessionId) =>
  new Conflict({
    code: "intent_already_converted",
    detail: "An onboarding session was already created from this intent. See onboarding_session_id.",
    state: intent.state,
    allowed: allowedIn(positionOf(intent)),
    onboarding_session_id
  })

export const dataRemoved = (intent: StoredIntent) =>
  new Conflict({
    code: "intent_data_removed",
    detail:
      "The intent was complete for 90 days without a session, and the employee's data were removed. Create a new one.",
    state: intent.state,
    allowed: ["cancelled"]
  })
