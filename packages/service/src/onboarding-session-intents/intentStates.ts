import { OnboardingSessionIntentStatus } from "@embedded-super/contracts/schemas"
import * as Result from "effect/Result"

/** Every state of an onboarding session intent (D-intents). */
export const INTENT_STATES = OnboardingSessionIntentStatus.literals
export type IntentState = OnboardingSessionIntentStatus

/** The events of an intent. */
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

/** The effects of a transition besides the next state. An intent sends this webhook and no other. */
export type IntentEffect = "send onboarding_intent_completed"

/** The position of an intent. `converted` (a session was created from it) is a property and not a state (D-intents). */
export interface IntentPosition {
  readonly state: IntentState
  readonly converted: boolean
}

interface Row {
  readonly from: IntentState
  readonly event: IntentEvent
  readonly to: IntentState
  readonly effects: ReadonlyArray<IntentEffect>
  /** The row applies only while the intent has no session. */
  readonly unlessConverted?: true
}

/**
 * The whole state machine: R-3-7 to R-3-9, with the states before `complete` spelled out. An event without a row is
 * refused.
 */
export const INTENT_TRANSITIONS: ReadonlyArray<Row> = [
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
  { from: "complete", event: "converted", to: "complete", effects: [], unlessConverted: true },
  { from: "complete", event: "cancelled", to: "cancelled", effects: [], unlessConverted: true }
]

/** The refusal of an event without a row: the intent's position, and the events that it allows. */
export interface OutOfOrder {
  readonly state: IntentState
  readonly allowed: ReadonlyArray<IntentEvent>
}

const rowsOf = ({ state, converted }: IntentPosition) =>
  INTENT_TRANSITIONS.filter(
    ({ from, unlessConverted }) => from === state && !(converted && unlessConverted === true)
  )

/** The events that the intent's position allows. */
export const allowedIn = (position: IntentPosition): ReadonlyArray<IntentEvent> =>
  rowsOf(position).map(({ event }) => event)

/** The next position and its effects; if the position doesn't allow the event, the events that it allows. */
export const transition = (
  position: IntentPosition,
  event: IntentEvent
): Result.Result<
  { readonly position: IntentPosition; readonly effects: ReadonlyArray<IntentEffect> },
  OutOfOrder
> => {
  const row = rowsOf(position).find((candidate) => candidate.event === event)
  if (row === undefined) return Result.fail({ state: position.state, allowed: allowedIn(position) })
  const converted = position.converted || event === "converted"
  return Result.succeed({ position: { state: row.to, converted }, effects: row.effects })
}

/** Whether the intent's position allows the event. */
export const canHappen = (position: IntentPosition, event: IntentEvent) =>
  Result.isSuccess(transition(position, event))

/** Applies several events as one change. */
export const follow = (
  from: IntentPosition,
  events: ReadonlyArray<IntentEvent>
): Result.Result<
  { readonly position: IntentPosition; readonly effects: ReadonlySet<IntentEffect> },
  OutOfOrder
> => {
  const effects = new Set<IntentEffect>()
  let position = from
  for (const event of events) {
    const next = transition(position, event)
    if (Result.isFailure(next)) return Result.fail(next.failure)
    position = next.success.position
    for (const effect of next.success.effects) effects.add(effect)
  }
  return Result.succeed({ position, effects })
}

/** Whether the employer still works on it, or hasn't begun. */
export const isUnfinished = (state: IntentState) => state === "draft" || state === "in_progress"
