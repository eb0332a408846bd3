import { Conflict, NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { canHappen, type SessionState, UNCONFIRMED } from "./sessionStates.ts"

/** An operation on a product's session. An id of another product fails as not found. */
export type OnSession<A, E = NotFound> = (
  productId: S.ProductId,
  id: S.OnboardingSessionId
) => Effect.Effect<A, E>

const notFound = new NotFound({
  code: "not_found",
  detail: "There is no onboarding session with this id."
})

/** The session, or a 404 that is the same for an id of another product and for one that doesn't exist. */
export const orNoSuchSession = <A>(session: A | undefined): Effect.Effect<A, NotFound> =>
  session === undefined ? Effect.fail(notFound) : Effect.succeed(session)

/** The states in which a partner may perform each operation; by `operationId`. */
const OPERATIONS = {
  updateOnboardingSession: (state: SessionState) => UNCONFIRMED.includes(state),
  cancelOnboardingSession: (state: SessionState) => canHappen(state, "cancelled"),
  eraseOnboardingSession: (state: SessionState) => state !== "pending_completion"
}

type SessionOperation = keyof typeof OPERATIONS

const allowedOperations = (state: SessionState) =>
  (Object.keys(OPERATIONS) as ReadonlyArray<SessionOperation>).filter((operation) =>
    OPERATIONS[operation](state)
  )

const WORDS = {
  updateOnboardingSession: { code: "session_not_editable", done: "changed" },
  cancelOnboardingSession: { code: "session_not_cancellable", done: "cancelled" },
  eraseOnboardingSession: { code: "session_not_erasable", done: "erased" }
} as const

const because = (state: SessionState) =>
  state === "pending_completion" ? "The session waits for its fund" : `The session is ${state}`

/** Fails if the state doesn't allow the operation. */
export const checkAllowed = (
  operation: SessionOperation,
  state: SessionState
): Effect.Effect<void, Conflict> => {
  const allowed = allowedOperations(state)
  if (allowed.includes(operation)) return Effect.void
  const { code, done } = WORDS[operation]
  const instead =
    allowed.length === 0 ? "Nothing is allowed until it has ended." : `Allowed: ${allowed.join(", ")}.`
  const detail = `${because(state)} (state ${state}): it can't be ${done}. ${instead}`
  return Effect.fail(new Conflict({ code, detail, state, allowed }))
}
