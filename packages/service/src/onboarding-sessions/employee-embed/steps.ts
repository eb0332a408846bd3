import type * as S from "@embedded-super/contracts/schemas"
import { EmbedConflict } from "@embedded-super/contracts/problems"
import { canHappen, type SessionEvent, type SessionState } from "../sessionStates.ts"

/** The steps of the employee embed in their order: the state that waits for each, and the event that saves it. */
const STEPS = [
  { step: "phone_verification", state: "collect_phone_verification", event: "phone_verified" },
  { step: "identity", state: "collect_identity", event: "identity_saved" },
  { step: "contact", state: "collect_contact", event: "contact_saved" },
  { step: "tax", state: "collect_tax", event: "tax_saved" },
  { step: "super_disclaimer", state: "collect_disclaimer", event: "disclaimer_accepted" },
  { step: "super_selection", state: "collect_super_selection", event: "fund_chosen" },
  { step: "review", state: "review", event: "confirmed" }
] as const satisfies ReadonlyArray<{ step: S.OnboardingStep; state: SessionState; event: SessionEvent }>

type SavedStep = (typeof STEPS)[number]["step"]

/** The step that the employee sees in each state. */
const CURRENT_STEP: { readonly [State in SessionState]: S.OnboardingStep } = {
  initial: "identity",
  collect_phone_verification: "phone_verification",
  collect_identity: "identity",
  collect_contact: "contact",
  collect_tax: "tax",
  collect_disclaimer: "super_disclaimer",
  collect_super_selection: "super_selection",
  review: "review",
  pending_completion: "finished",
  completed: "finished",
  cancelled: "finished",
  expired: "finished"
}

/** The next step. Before the first opening it depends on whether the phone has to be verified. */
export const currentStep = (state: SessionState, phone: Saved["phone_verification"] = "skipped") =>
  state === "initial" && phone !== "skipped" ? "phone_verification" : CURRENT_STEP[state]

/** The steps that can be saved in a state, including those saved before. */
export const savableSteps = (state: SessionState): ReadonlyArray<SavedStep> =>
  STEPS.filter(({ event }) => canHappen(state, event)).map(({ step }) => step)

/** The steps that the employee has saved. An ended session keeps the steps it had. */
export interface Saved {
  /** `skipped` where the partner validated a contact: the session then has no such step. */
  readonly phone_verification: boolean | "skipped"
  readonly identity: boolean
  readonly contact: boolean
  readonly tax: boolean
  readonly super_disclaimer: boolean
  readonly super_selection: boolean
  readonly review: boolean
  /** Whether the membership has an outcome, with or without a number. */
  readonly finished: boolean
}

/** The saved share of all steps, the fund's answer included, in whole percents. */
export const completionPercentage = (saved: Saved): S.Percentage => {
  const steps = Object.values(saved).filter((step) => step !== "skipped")
  return Math.round((100 * steps.filter(Boolean).length) / steps.length) as S.Percentage
}

/** The state of each step. A saved step that is open again, because the fund has to be chosen again, is in progress. */
export const stepStates = (
  state: SessionState,
  saved: Saved
): ReadonlyArray<{ readonly step: SavedStep | "finished"; readonly state: S.ModuleState }> => {
  const current = currentStep(state, saved.phone_verification)
  const waiting = state === "pending_completion"
  return [
    ...STEPS.filter(({ step }) => saved[step] !== "skipped").map(
      ({ step }) =>
        ({
          step,
          state:
            saved[step] && step !== current
              ? "finished"
              : step === current && state !== "initial"
                ? "in_progress"
                : "not_started"
        }) as const
    ),
    { step: "finished", state: saved.finished ? "finished" : waiting ? "in_progress" : "not_started" }
  ]
}

/** The additional fields of a refusal about a verification code. */
type Attempts = Pick<EmbedConflict, "retry_at" | "attempts_left">

const conflict = (
  state: SessionState,
  code: EmbedConflict["code"],
  detail: string,
  attempts: Attempts = {}
) => new EmbedConflict({ code, detail, state, allowed: savableSteps(state), ...attempts })

/** The refusal of a step that the state doesn't allow: an earlier step is missing, or the session has ended. */
export const notNow = (state: SessionState) =>
  savableSteps(state).length === 0
    ? conflict(
        state,
        "onboarding_closed",
        "The answers were confirmed, or the session has ended: nothing can be changed any more."
      )
    : conflict(
        state,
        "step_not_reached",
        `The session is at the step ${currentStep(state)}. Finish it and the steps after it first.`
      )

/** The refusal of a choice whose display no longer matches the possible choices. */
export const choicesChanged = (state: SessionState) =>
  conflict(
    state,
    "fund_choices_changed",
    "The funds to choose from have changed. Fetch the fund choices again."
  )

/** The refusal while the PDF isn't made yet, or after it is removed. */
export const noChoiceForm = (state: SessionState) =>
  conflict(
    state,
    "choice_form_not_available",
    "There is no choice form now. It is made shortly after the review is confirmed."
  )

/** The refusal of a verification code that can't be sent or checked. */
export const verificationNotPossible = (detail: string, attempts?: Attempts) =>
  conflict("collect_phone_verification", "verification_not_possible", detail, attempts)
