import { OnboardingSessionState } from "@embedded-super/contracts/schemas"
import * as Result from "effect/Result"
import { stateTable, type Transition, type WebhookAbout } from "./stateTable.ts"

/** Every state of an onboarding session, in the order in which a session reaches them (D-session-states). */
export const SESSION_STATES = OnboardingSessionState.literals
export type SessionState = OnboardingSessionState

export const SESSION_EVENTS = [
  "employee_opened",
  "employee_opened_unvalidated",
  "phone_verified",
  "phone_check_failed",
  "contact_validated",
  "identity_saved",
  "contact_saved",
  "tax_saved",
  "disclaimer_accepted",
  "fund_chosen",
  "fund_ruled_out",
  "confirmed",
  "registration_settled",
  "choice_form_made",
  "nothing_outstanding",
  "waited_too_long",
  "cancelled",
  "abandoned",
  "expired"
] as const
export type SessionEvent = (typeof SESSION_EVENTS)[number]

/**
 * The effects of a transition besides the next state: a webhook, or the start of work that completion waits for (the
 * member registration, where the choice needs one, and the choice form).
 */
export type SessionEffect =
  | `send ${WebhookAbout<"onboarding_session">}`
  | "request member registration"
  | "request choice form"

type Row = Transition<SessionState, SessionEvent, SessionEffect>

const changed = ["send onboarding_session_changed"] as const

/** The forward transitions, one row a step: R-3-10 to R-3-12, with "in progress" spelled out (D-session-states). */
const forward: ReadonlyArray<Row> = [
  { from: "initial", event: "employee_opened", to: "collect_identity", effects: changed },
  {
    from: "initial",
    event: "employee_opened_unvalidated",
    to: "collect_phone_verification",
    effects: changed
  },
  { from: "collect_phone_verification", event: "phone_verified", to: "collect_identity", effects: changed },
  { from: "collect_identity", event: "identity_saved", to: "collect_contact", effects: changed },
  { from: "collect_contact", event: "contact_saved", to: "collect_tax", effects: changed },
  { from: "collect_tax", event: "tax_saved", to: "collect_disclaimer", effects: changed },
  {
    from: "collect_disclaimer",
    event: "disclaimer_accepted",
    to: "collect_super_selection",
    effects: changed
  },
  { from: "collect_super_selection", event: "fund_chosen", to: "review", effects: changed },
  {
    from: "review",
    event: "confirmed",
    to: "pending_completion",
    effects: ["request member registration", "request choice form", "send onboarding_session_changed"]
  }
]

/**
 * From the confirmation to the end; the fund's answer and the choice form may arrive in either order
 * (D-pending-completion, D-choice-forms). Results that arrive after completion are stored, and the session sends no
 * more webhooks.
 */
const completion: ReadonlyArray<Row> = [
  {
    from: "pending_completion",
    event: "registration_settled",
    to: "pending_completion",
    effects: changed
  },
  { from: "pending_completion", event: "choice_form_made", to: "pending_completion", effects: changed },
  ...(["nothing_outstanding", "waited_too_long"] as const).map((event): Row => ({
    from: "pending_completion",
    event,
    to: "completed",
    effects: ["send onboarding_session_completed"]
  })),
  { from: "completed", event: "registration_settled", to: "completed", effects: [] },
  { from: "completed", event: "choice_form_made", to: "completed", effects: [] }
]

/** For sessions without a validated contact: the attempts are used up, or the partner validates a contact. */
const verification: ReadonlyArray<Row> = [
  {
    from: "collect_phone_verification",
    event: "phone_check_failed",
    to: "collect_phone_verification",
    effects: changed
  },
  { from: "collect_phone_verification", event: "contact_validated", to: "collect_identity", effects: [] }
]

/** The states before the employee's confirmation, in which a session can be abandoned and can expire. */
export const UNCONFIRMED = SESSION_STATES.slice(0, SESSION_STATES.indexOf("pending_completion"))

/** From the first step to the last, an earlier step may be opened and saved again. */
const stepsAfter = (state: SessionState) => UNCONFIRMED.slice(UNCONFIRMED.indexOf(state) + 1)

const revisits = forward
  .filter(
    ({ event }) => event.endsWith("_saved") || event === "disclaimer_accepted" || event === "fund_chosen"
  )
  .flatMap(({ from, event }) =>
    stepsAfter(from).map((state): Row => ({ from: state, event, to: state, effects: changed }))
  )

/** A later answer may rule out the chosen fund; the employee then returns to the choice. */
const backwards: ReadonlyArray<Row> = stepsAfter("collect_super_selection").map((state) => ({
  from: state,
  event: "fund_ruled_out",
  to: "collect_super_selection",
  effects: changed
}))

const endings = UNCONFIRMED.flatMap((state): ReadonlyArray<Row> => [
  { from: state, event: "cancelled", to: "cancelled", effects: changed },
  { from: state, event: "expired", to: "expired", effects: changed },
  // The policy staple_then_default ends the session, with the fund that it falls back on.
  { from: state, event: "abandoned", to: "expired", effects: ["request member registration", ...changed] }
])

/**
 * The outcome of a registration with the fund that an abandoned session fell back on is stored, and the session sends
 * no more webhooks.
 */
const afterwards: ReadonlyArray<Row> = [
  { from: "expired", event: "registration_settled", to: "expired", effects: [] }
]

/** All transitions. An event without a row is refused. */
const SESSION_TRANSITIONS: ReadonlyArray<Row> = [
  ...forward,
  ...verification,
  ...completion,
  ...revisits,
  ...backwards,
  ...endings,
  ...afterwards
]

const table = stateTable(SESSION_TRANSITIONS)

export const { canHappen, transition } = table

/** The effects of an event in a state; none if the state doesn't allow it. */
export const effectsOf = (state: SessionState, event: SessionEvent): ReadonlySet<SessionEffect> =>
  new Set(
    Result.match(transition(state, event), { onFailure: () => [], onSuccess: ({ effects }) => effects })
  )

/**
 * Applies several events as one change. It sends at most one webhook: `onboarding_session_completed` includes
 * everything that `onboarding_session_changed` would report (D-session-states).
 */
export const follow = (state: SessionState, events: ReadonlyArray<SessionEvent>) =>
  Result.map(table.follow(state, events), ({ effects, state: next }) => {
    const isCompleted = effects.has("send onboarding_session_completed")
    const kept = [...effects].filter((effect) => !isCompleted || effect !== "send onboarding_session_changed")
    return { state: next, effects: new Set(kept) }
  })

/** Whether a session in this state sends no more webhooks (R-3-15, D-session-states). */
export const isFinal = (state: SessionState) =>
  state === "completed" || state === "cancelled" || state === "expired"
