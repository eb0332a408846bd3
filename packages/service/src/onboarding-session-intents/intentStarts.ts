import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { intentsRepo, type NewIntent, type StoredIntent, type Surroundings } from "./IntentsRepo.ts"
import { newIntent } from "./newIntent.ts"

/** What an open embed lets an employer start: the intent with this id. */
interface IntentStart extends Omit<Surroundings, "onboarding_session_id"> {
  readonly id: S.OnboardingSessionIntentId
  readonly product_id: S.ProductId
  readonly employer_id: S.EmployerId
  /** The partner's; without one the intent's id. */
  readonly remote_id: S.RemoteId
}

/** The intent of an open embed. */
export interface IntentOfEmbed {
  readonly intent: StoredIntent
  /** The employer started it in this embed, or in another one with the same `remote_id`. */
  readonly isStarted: boolean
}

/**
 * The intents of open embeds, including those that an employer is about to start. Such an intent is created by the first
 * save in its embed, in the transaction of that save; opening the embed creates nothing.
 *
 * An employer has one intent for each `remote_id`. If another embed or the partner has created it since the URL was made,
 * the embed shows that intent, as one more window of it.
 */
export const intentStarts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* BusinessClock
  const repo = yield* intentsRepo

  const startIn = Effect.fnUntraced(function* (productId: S.ProductId, id: S.OnboardingSessionIntentId) {
    const rows = yield* sql<IntentStart>`SELECT e.entity_id AS id, e.product_id, er.id AS employer_id,
      coalesce(e.starting_remote_id, e.entity_id::text) AS remote_id, ${repo.surroundings}
      FROM embed_sessions e
      JOIN employers er ON er.id = e.starting_employer_id
      JOIN products p ON p.id = e.product_id
      WHERE e.entity_id = ${id} AND e.product_id = ${productId}`
    return Option.fromUndefinedOr(rows[0])
  })

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

  /** The stored intent; else what `started` makes of the start in the embed; none if there is neither. */
  const orStarted = Effect.fnUntraced(function* (
    productId: S.ProductId,
    id: S.OnboardingSessionIntentId,
    stored: Effect.Effect<Option.Option<StoredIntent>, SqlError>,
    started: (start: IntentStart) => Effect.Effect<StoredIntent, SqlError>
  ) {
    const found = yield* stored
    if (Option.isSome(found)) return Option.some<IntentOfEmbed>({ intent: found.value, isStarted: false })
    const start = yield* startIn(productId, id)
    if (Option.isNone(start)) return Option.none<IntentOfEmbed>()
    return Option.some<IntentOfEmbed>({ intent: yield* started(start.value), isStarted: true })
  })

  return {
    /** The intent as the embed shows it, whether or not it is stored. */
    find: (productId: S.ProductId, id: S.OnboardingSessionIntentId) =>
      orStarted(productId, id, repo.find(productId, id), (start) =>
        Effect.flatMap(repo.findByRemoteId(start.employer_id, start.remote_id), (taken) =>
          Option.isSome(taken)
            ? Effect.succeed(taken.value)
            : Effect.map(begun(start), (intent) => inSurroundings(intent, start))
        )
      ),

    /** The same for a save: the intent is stored now, and locked until the transaction ends. */
    lock: (productId: S.ProductId, id: S.OnboardingSessionIntentId) =>
      orStarted(productId, id, repo.lock(id, productId), create)
  }
})

const inSurroundings = (intent: NewIntent, start: IntentStart): StoredIntent => ({
  ...intent,
  ...start,
  onboarding_session_id: null
})
