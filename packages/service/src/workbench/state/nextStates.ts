import type * as S from "@embedded-super/contracts/schemas"
import * as Result from "effect/Result"
import { ISSUE_TRANSITIONS } from "../../employer-issues/issueStates.ts"
import * as intents from "../../onboarding-session-intents/intentStates.ts"
import * as sessions from "../../onboarding-sessions/sessionStates.ts"
import { shortText } from "@embedded-super/pages/store/NewEntry"

const next = (event: string, state: string): S.NextStates[number] => ({
  event: shortText(event),
  state: shortText(state)
})

/** The steps that a state table allows, event by event. */
const allowed =
  <State extends string, Event extends string>(
    events: ReadonlyArray<Event>,
    transition: (state: State, event: Event) => Result.Result<{ readonly state: string }, unknown>
  ) =>
  (state: string): S.NextStates =>
    events.flatMap((event) => {
      const found = transition(state as State, event)
      return Result.isSuccess(found) ? [next(event, found.success.state)] : []
    })

const sessionSteps = allowed(sessions.SESSION_EVENTS, sessions.transition)

/** A session that has ended stays so: a late member number is stored, and changes no state. */
export const sessionNext = (state: string): S.NextStates =>
  sessionSteps(state).filter(
    (step) => !sessions.isFinal(state as sessions.SessionState) || step.state !== shortText(state)
  )
export const intentNext = allowed(intents.INTENT_EVENTS, intents.transition)

export const issueNext = (state: string): S.NextStates =>
  Object.entries(ISSUE_TRANSITIONS).flatMap(([event, { from, to }]) =>
    from === state ? [next(event, to)] : []
  )

/** Things whose states no table describes. */
export const noTable = (): S.NextStates => []
