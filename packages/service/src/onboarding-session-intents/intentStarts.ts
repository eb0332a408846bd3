import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { SqlError } from "effect/sql/SqlError"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { type IntentStart, intentsRepo, type NewIntent, type StoredIntent } from "./IntentsRepo.ts"
import { newIntent } from "./newIntent.ts"

/** The intent of an open embed. */
export interface IntentOfEmbed {
  readonly intent: StoredIntent
  /** Whether the employer has started it, in this embed or in another one with the same `remote_id`. */
  readonly isStarted: boolean
}

/**
 * The intents of open embeds, including those that an employer is about to start. Such an intent is created by the
 * first save in its embed, in the transaction of that save; opening the embed creates nothing.
 *
 * An employer has one intent for each `remote_id`. If another embed or the partner has created it since the URL was
 * made, the embed shows that intent, as a second window of it.
 */
export const intentStarts = Effect.gen(function* () {
  const clock = yield* BusinessClock
  const repo = yield* intentsRepo

  /** The intent as its first save creates it. */
  const begun = (start: IntentStart) => Effect.map(clock.now(start.sandboxed), (at) => newIntent(start, at))

  /** Creates the intent, or locks the one that has its `remote_id`; waits for a concurrent save that creates that one. */
  const create = Effect.fnUntraced(function* (start: IntentStart) {
    const taken = repo.lockByRemoteId(start.employer_id, start.remote_id)
    const before = yield* taken
    if (Option.isSome(before)) return before.value
    const intent = yield* begun(start)
    if (yield* repo.insert(intent)) return inSurroundings(intent, start)
    return yield* Effect.flatMap(taken, Effect.fromOption).pipe(Effect.orDie)
  })

  /** The stored intent; otherwise the result of `started` on the embed's start; none if there is neither. */
  const orStarted = Effect.fnUntraced(function* (
    productId: S.ProductId,
    id: S.OnboardingSessionIntentId,
    stored: Effect.Effect<Option.Option<StoredIntent>, SqlError>,
    started: (start: IntentStart) => Effect.Effect<StoredIntent, SqlError>
  ) {
    const found = yield* stored
    if (Option.isSome(found)) return Option.some<IntentOfEmbed>({ intent: found.value, isStarted: false })
    const start = yield* repo.startIn(productId, id)
    if (Option.isNone(start)) return Option.none<IntentOfEmbed>()
    return Option.some<IntentOfEmbed>({ intent: yield* started(start.value), isStarted: true })
  })

  return {
    /** The intent as the embed shows it, stored or not. */
    find: (productId: S.ProductId, id: S.OnboardingSessionIntentId) =>
      orStarted(productId, id, repo.find(productId, id), (start) =>
        Effect.flatMap(repo.findByRemoteId(start.employer_id, start.remote_id), (taken) =>
          Option.isSome(taken)
            ? Effect.succeed(taken.value)
            : Effect.map(begun(start), (intent) => inSurroundings(intent, start))
        )
      ),

    /** The same for a save: stores the intent if needed, and locks it until the transaction ends. */
    lock: (productId: S.ProductId, id: S.OnboardingSessionIntentId) =>
      orStarted(productId, id, repo.lock(id, productId), create)
  }
})

const inSurroundings = (intent: NewIntent, start: IntentStart): StoredIntent => ({
  ...intent,
  ...start,
  onboarding_session_id: null
})
