import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Events } from "../webhooks/events/Events.ts"
import { follow, type IntentEvent, isUnfinished, type OutOfOrder, transition } from "./intentStates.ts"
import { intentsRepo, positionOf, type StoredIntent } from "./IntentsRepo.ts"

/** An event that the intent's position doesn't allow. */
export class NotNow extends Data.TaggedError("NotNow")<OutOfOrder> {}

/** The fields that a change may write besides the state. */
export type IntentChange = Partial<Pick<StoredIntent, "details" | "workflow_slug" | "requests_saved_at">>

/** The only way to change an intent: writes state, version and webhook together, in the caller's transaction. */
export const intentChanges = Effect.gen(function* () {
  const repo = yield* intentsRepo
  const events = yield* Events

  /** Applies the events to an intent that the caller has locked, and returns the changed intent. */
  const apply = Effect.fnUntraced(
    function* (intent: StoredIntent, happened: ReadonlyArray<IntentEvent>, change: IntentChange, at: Date) {
      const next = follow(positionOf(intent), happened)
      if (Result.isFailure(next)) return yield* new NotNow(next.failure)
      const { position, effects } = next.success
      const ended = position.state === "cancelled" || position.state === "expired"
      const changed: StoredIntent = {
        ...intent,
        ...change,
        state: position.state,
        completed_at: position.state === "complete" ? (intent.completed_at ?? at) : intent.completed_at,
        converted_at: position.converted ? (intent.converted_at ?? at) : null,
        ended_at: ended ? (intent.ended_at ?? at) : null,
        version: intent.version + 1,
        updated_at: at
      }
      yield* repo.update(changed)
      if (effects.has("send onboarding_intent_completed")) {
        yield* events.record({
          productId: changed.product_id,
          subject: "onboarding_session_intent",
          event: "onboarding_intent_completed",
          entityId: changed.id,
          remoteId: changed.remote_id,
          seq: changed.version
        })
      }
      return changed
    },
    Effect.catchTag("NoFurtherWebhooks", Effect.die)
  )

  return { apply }
})

/**
 * Refuses the event if the intent doesn't allow it now. An unfinished intent past its expiry has expired, even if the
 * expiry job hasn't run.
 */
export const checkChange = (
  intent: StoredIntent,
  event: IntentEvent,
  at: Date
): Effect.Effect<void, NotNow> => {
  if (isUnfinished(intent.state) && intent.expires_at <= at) {
    return Effect.fail(new NotNow({ state: "expired", allowed: [] }))
  }
  const next = transition(positionOf(intent), event)
  return Result.isFailure(next) ? Effect.fail(new NotNow(next.failure)) : Effect.void
}
