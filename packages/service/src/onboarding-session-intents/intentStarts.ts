import type * as S from "@embedded-super/contracts/schemas"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import {
  type IntentDetails,
  type IntentStart,
  intentsRepo,
  type NewIntent,
  type StoredIntent
} from "./IntentsRepo.ts"

/** An unfinished intent expires after this long (D-intents). */
const LIFETIME = Duration.toMillis(Duration.days(30))

const NO_DETAILS: IntentDetails = {
  employee: { given_name: null, family_name: null, email: null, phone_number: null, remote_id: null },
  remote_id_is_fixed: false,
  employment: { start_date: null, pay_basis: null, pay_frequency: null, job_title: null }
}

/** The owner of a new intent, and its known data. */
interface Beginning extends Pick<NewIntent, "id" | "product_id" | "employer_id" | "remote_id"> {
  readonly workflow_slug?: S.WorkflowSlug | undefined
  readonly details?: IntentDetails
}

/** A new intent, in `draft`. */
export const newIntent = (
  { details, employer_id, id, product_id, remote_id, workflow_slug }: Beginning,
  at: Date
): NewIntent => ({
  id,
  product_id,
  employer_id,
  remote_id,
  workflow_slug: workflow_slug ?? "standard_onboarding",
  state: "draft",
  details: details ?? NO_DETAILS,
  requests_saved_at: null,
  completed_at: null,
  converted_at: null,
  ended_at: null,
  anonymised_at: null,
  expires_at: new Date(at.getTime() + LIFETIME),
  version: 1,
  inserted_at: at,
  updated_at: at
})

/**
 * The intents of open embeds, including those that an employer is about to start. Such an intent is created by the
 * first save in its embed, in the transaction of that save; opening the embed creates nothing.
 *
 * An employer has one intent for each `remote_id`. If another embed or the partner has created it since the URL was
 * made, the embed shows that intent, as a second window of it.
 *
 * `isStarted`: the employer has started the intent, in this embed or in another one with the same `remote_id`.
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
    if (before !== undefined) return before
    const intent = yield* begun(start)
    if (yield* repo.insert(intent)) return inSurroundings(intent, start)
    return yield* Effect.flatMap(taken, Effect.fromNullishOr).pipe(Effect.orDie)
  })

  /** The stored intent; otherwise the result of `started` on the embed's start; undefined if there is neither. */
  const orStarted = Effect.fnUntraced(function* (
    productId: S.ProductId,
    id: S.OnboardingSessionIntentId,
    stored: Effect.Effect<StoredIntent | undefined, SqlError>,
    started: (start: IntentStart) => Effect.Effect<StoredIntent, SqlError>
  ) {
    const intent = yield* stored
    if (intent !== undefined) return { intent, isStarted: false }
    const start = yield* repo.startIn(productId, id)
    return start === undefined ? undefined : { intent: yield* started(start), isStarted: true }
  })

  return {
    /** The intent as the embed shows it, stored or not. */
    find: (productId: S.ProductId, id: S.OnboardingSessionIntentId) =>
      orStarted(
        productId,
        id,
        repo.find(productId, id),
        Effect.fnUntraced(function* (start) {
          const taken = yield* repo.findByRemoteId(start.employer_id, start.remote_id)
          return taken ?? inSurroundings(yield* begun(start), start)
        })
      ),

    /** The intent for a save: stores it if needed, and locks it until the transaction ends. */
    lock: (productId: S.ProductId, id: S.OnboardingSessionIntentId) =>
      orStarted(productId, id, repo.lock(id, productId), create)
  }
})

const inSurroundings = (intent: NewIntent, start: IntentStart): StoredIntent => ({
  ...intent,
  ...start,
  onboarding_session_id: null
})
