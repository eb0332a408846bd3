import { EmbedConflict } from "@embedded-super/contracts/problems"
import type { SessionState } from "../sessionStates.ts"
import { currentStep, savableSteps } from "./steps.ts"

/** The employee tried a step whose turn it isn't: an earlier one is missing, or everything is over. */
export const notNow = (state: SessionState) => {
  const allowed = savableSteps(state)
  return allowed.length === 0
    ? new EmbedConflict({
        code: "onboarding_closed",
        detail: "The answers were confirmed, or the session has ended: nothing can be changed any more.",
        state,
        allowed
      })
    : new EmbedConflict({
        code: "step_not_reached",
        detail: `The session is at the step ${currentStep(state)}. Finish it and the steps after it first.`,
        state,
        allowed
      })
}

/** What the employee chose from is no longer what can be chosen. */
export const choicesChanged = (state: SessionState) =>
  new EmbedConflict({
    code: "fund_choices_changed",
    detail: "Other funds can be chosen by now. Fetch the fund choices again.",
    state,
    allowed: savableSteps(state)
  })

/** The PDF isn't made yet, or not any more there. */
export const noChoiceForm = (state: SessionState) =>
  new EmbedConflict({
    code: "choice_form_not_available",
    detail: "There is no choice form now. It is made shortly after the review is confirmed.",
    state,
    allowed: savableSteps(state)
  })
