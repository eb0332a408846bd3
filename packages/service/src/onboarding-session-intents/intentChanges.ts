import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type DraftStep, embedDraftsRepo } from "../embed-drafts/EmbedDraftsRepo.ts"
import { webhooksIn } from "../onboarding-sessions/stateTable.ts"
import { things, versionOf } from "../platform/timeline/things.ts"
import { Timeline } from "../platform/timeline/Timeline.ts"
import { Events } from "../webhooks/events/Events.ts"
import {
  CONVERTED,
  follow,
  type IntentEvent,
  isUnfinished,
  type NotNow,
  stateAt,
  transition
} from "./intentStates.ts"
import { intentsRepo, positionOf, type StoredIntent } from "./IntentsRepo.ts"

/** The fields that a change may write besides the state. */
export type IntentChange = Partial<Pick<StoredIntent, "details" | "workflow_slug" | "requests_saved_at">>

/** The drafts that become obsolete with an event: their step is saved. */
const DRAFTS: { readonly [Event in IntentEvent]?: DraftStep } = { person_saved: "person", job_saved: "job" }

/**
 * The only way to change an intent: writes state, version and webhooks together, and erases obsolete drafts, in the
 * caller's transaction.
 */
export const intentChanges = Effect.gen(function* () {
  const repo = yield* intentsRepo
  const events = yield* Events
  const drafts = yield* embedDraftsRepo
  const timeline = yield* Timeline

  /**
   * Applies the events to an intent that the caller has locked, and returns the changed intent. Call `checkEvent` first:
   * an event that the intent doesn't allow is a defect here.
   */
  const apply = Effect.fnUntraced(
    function* (intent: StoredIntent, happened: ReadonlyArray<IntentEvent>, change: IntentChange, at: Date) {
      const next = follow(positionOf(intent), happened)
      if (Result.isFailure(next))
        return yield* Effect.die(new Error(`An intent in ${next.failure.state} allows no ${happened}`))
      const state = stateAt(next.success.state)
      const changed: StoredIntent = {
        ...intent,
        ...change,
        state,
        completed_at: state === "complete" ? (intent.completed_at ?? at) : intent.completed_at,
        converted_at: next.success.state === CONVERTED ? (intent.converted_at ?? at) : null,
        ended_at: state === "cancelled" || state === "expired" ? (intent.ended_at ?? at) : null,
        version: intent.version + 1,
        updated_at: at
      }
      yield* repo.update(changed)
      yield* timeline.note({
        kind: "intent_changed",
        detail: {
          from_state: positionOf(intent),
          to_state: next.success.state,
          events: happened.join(", ")
        },
        about: things({
          onboarding_session_intent: intent.id,
          employer: intent.employer_id,
          product: intent.product_id
        }),
        makes: [versionOf("onboarding_session_intent", changed.id, changed.version)]
      })
      yield* isUnfinished(state)
        ? drafts.forget(
            changed,
            happened.flatMap((event) => DRAFTS[event] ?? [])
          )
        : drafts.remove(changed)
      for (const event of webhooksIn(next.success.effects)) {
        yield* events.record({
          productId: changed.product_id,
          subject: "onboarding_session_intent",
          event,
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
 * Fails with `refusal` if the intent doesn't allow the event now. An unfinished intent past its expiry has expired, even
 * if the expiry job hasn't run.
 */
export const checkEvent = <E>(
  intent: StoredIntent,
  event: IntentEvent,
  at: Date,
  refusal: (why: NotNow) => E
): Effect.Effect<void, E> => {
  if (isUnfinished(intent.state) && intent.expires_at <= at) {
    return Effect.fail(refusal({ state: "expired", allowed: [] }))
  }
  const next = transition(positionOf(intent), event)
  return Result.isFailure(next) ? Effect.fail(refusal({ ...next.failure, state: intent.state })) : Effect.void
}
