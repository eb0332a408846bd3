import { Conflict } from "@embedded-super/contracts/problems"
import { canHappen, type SessionState, UNCONFIRMED } from "./sessionStates.ts"

/** The states in which a partner may perform each operation; by `operationId`. */
const OPERATIONS = {
  updateOnboardingSession: (state: SessionState) => UNCONFIRMED.includes(state),
  cancelOnboardingSession: (state: SessionState) => canHappen(state, "cancelled"),
  eraseOnboardingSession: (state: SessionState) => state !== "pending_completion"
}

export type SessionOperation = keyof typeof OPERATIONS

/** The operations that a partner may perform on a session in this state. */
export const allowedOperations = (state: SessionState): ReadonlyArray<SessionOperation> =>
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

/** The refusal of an operation that the state doesn't allow; undefined if it does. */
export const refusalOf = (operation: SessionOperation, state: SessionState): Conflict | undefined => {
  const allowed = allowedOperations(state)
  if (allowed.includes(operation)) return undefined
  const { code, done } = WORDS[operation]
  const instead =
    allowed.length === 0 ? "Nothing is allowed until it has ended." : `Allowed: ${allowed.join(", ")}.`
  return new Conflict({
    code,
    detail: `${because(state)} (state ${state}): it can't be ${done}. ${instead}`,
    state,
    allowed
  })
}
