import { OnboardingSessionIntentStatus } from "@embedded-super/contracts/schemas"
import {
  type OutOfOrder,
  stateTable,
  type Transition,
  type WebhookAbout
} from "../onboarding-sessions/stateTable.ts"

/** Every state of an onboarding session intent (D-intents). */
export const INTENT_STATES = OnboardingSessionIntentStatus.literals
export type IntentState = OnboardingSessionIntentStatus

export const INTENT_EVENTS = [
  "opened",
  "person_saved",
  "job_saved",
  "requests_saved",
  "confirmed",
  "converted",
  "cancelled",
  "expired"
] as const
export type IntentEvent = (typeof INTENT_EVENTS)[number]

/** The effects of a transition besides the next state: the webhooks that it sends. */
type IntentEffect = `send ${WebhookAbout<"onboarding_session_intent">}`

/** A complete intent whose session was created. To partners this is a property, and the state stays `complete`. */
export const CONVERTED = "complete and converted"

/** The position of an intent in its table: its state, or `CONVERTED` (D-intents). */
export type IntentPosition = IntentState | typeof CONVERTED

/**
 * The whole state machine: R-3-7 to R-3-9, with the states before `complete` spelled out. An event without a row is
 * refused.
 */
const INTENT_TRANSITIONS: ReadonlyArray<Transition<IntentPosition, IntentEvent, IntentEffect>> = [
  { from: "draft", event: "opened", to: "in_progress", effects: [] },
  { from: "draft", event: "cancelled", to: "cancelled", effects: [] },
  { from: "draft", event: "expired", to: "expired", effects: [] },
  // The employer may save these in any order, and repeatedly.
  { from: "in_progress", event: "person_saved", to: "in_progress", effects: [] },
  { from: "in_progress", event: "job_saved", to: "in_progress", effects: [] },
  { from: "in_progress", event: "requests_saved", to: "in_progress", effects: [] },
  {
    from: "in_progress",
    event: "confirmed",
    to: "complete",
    effects: ["send onboarding_intent_completed"]
  },
  { from: "in_progress", event: "cancelled", to: "cancelled", effects: [] },
  { from: "in_progress", event: "expired", to: "expired", effects: [] },
  // A complete intent waits for its session, and doesn't expire.
  { from: "complete", event: "converted", to: CONVERTED, effects: [] },
  { from: "complete", event: "cancelled", to: "cancelled", effects: [] }
]

export const { allowedIn, canHappen, follow, transition } = stateTable(INTENT_TRANSITIONS)

/** The state that partners see. */
export const stateAt = (position: IntentPosition): IntentState =>
  position === CONVERTED ? "complete" : position

/** The refusal of an event: the state that partners see, and the events that are allowed. */
export type NotNow = OutOfOrder<IntentState, IntentEvent>

/** Whether the employer still works on it, or hasn't begun. */
export const isUnfinished = (state: IntentState) => state === "draft" || state === "in_progress"
