import { OnboardingSessionIntentStatus } from "@embedded-super/contracts/schemas"
import * as Result from "effect/Result"

/** Every state of an onboarding session intent (D-intents). */
export const INTENT_STATES = OnboardingSessionIntentStatus.literals
export type IntentState = OnboardingSessionIntentStatus

/** What can happen to an intent. */
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

/** What a transition brings about besides the next state. An intent sends this one webhook and no other. */
export type IntentEffect = "send onboarding_intent_completed"

/** Where an intent stands. Converted, there is a session from it, is a property and no state (D-intents). */
export interface IntentPosition {
  readonly state: IntentState
  readonly converted: boolean
}

interface Row {
  readonly from: IntentState
  readonly event: IntentEvent
  readonly to: IntentState
  readonly effects: ReadonlyArray<IntentEffect>
  /** The row holds only while there is no session from the intent. */
  readonly unlessConverted?: true
}

/** The whole machine: R-3-7 to R-3-9, the states before `complete` spelled out. Whatever has no row can't happen. */
export const INTENT_TRANSITIONS: ReadonlyArray<Row> = [
  { from: "draft", event: "opened", to: "in_progress", effects: [] },
  { from: "draft", event: "cancelled", to: "cancelled", effects: [] },
  { from: "draft", event: "expired", to: "expired", effects: [] },
  // Saved as the employer types, in any order, again and again.
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

/** Where an intent stands and what can happen to it there: the answer to an event that has no row. */
export interface OutOfOrder {
  readonly state: IntentState
  readonly allowed: ReadonlyArray<IntentEvent>
}

const rowsOf = ({ state, converted }: IntentPosition) =>
  INTENT_TRANSITIONS.filter(
    ({ from, unlessConverted }) => from === state && !(converted && unlessConverted === true)
  )

/** What can happen to an intent where it stands. */
export const allowedIn = (position: IntentPosition): ReadonlyArray<IntentEvent> =>
  rowsOf(position).map(({ event }) => event)

/** The next position and what it brings about; or, if the event can't happen here, what can. */
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

/** Whether the event can happen to an intent where it stands. */
export const canHappen = (position: IntentPosition, event: IntentEvent) =>
  Result.isSuccess(transition(position, event))

/** Several events at once, as one change. */
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

/** The employer still works on it, or hasn't begun. */
export const isUnfinished = (state: IntentState) => state === "draft" || state === "in_progress"
