/**
 * Which screen of the employee embed a view shows. The service says which step is current and which can be saved; `place` is
 * what the person asked for, and is shown only if the view allows it. Pure, so that Node tests it as a table.
 *
 * Screens have the names of steps. The fund choice has more: `super_selection` shows the four ways to choose a fund, and each
 * way is a screen of its own.
 */
import type { EmbedMessageData } from "@embedded-super/contracts/types/embed-messages"
import type { Schemas } from "../frame/api.ts"
import type { Step } from "../frame/Screen.tsx"

export type EmployeeView = Schemas["EmbedOnboarding"]
export type FundChoices = Schemas["EmbedFundChoices"]
export type FundProduct = Schemas["EmbedFundProduct"]
export type StepName = Schemas["OnboardingStep"]

/** The four ways to choose a fund. */
const fundWays = ["existing", "join", "employer_default", "smsf"] as const
export type FundWay = (typeof fundWays)[number]

export type EmployeeScreen =
  | "welcome"
  | "code"
  | Exclude<StepName, "finished">
  | FundWay
  | "waiting"
  | "done"
  | "ended"

const isFundWay = (place: string | undefined): place is FundWay => fundWays.some((way) => way === place)

/** The screen is one of the fund choice's. */
export const isAboutFunds = (screen: EmployeeScreen): boolean =>
  screen === "super_selection" || isFundWay(screen)

/** Nothing is saved yet. */
const isUnsaved = ({ collected }: EmployeeView): boolean => Object.keys(collected).length === 0

/** Nothing is saved or typed yet, and no code was sent. */
const isNew = (view: EmployeeView): boolean =>
  isUnsaved(view) && Object.keys(view.drafts ?? {}).length === 0 && view.verification === undefined

const canSave = ({ steps }: EmployeeView, name: StepName): boolean =>
  steps.some(({ can_be_saved, step }) => step === name && can_be_saved)

export const screenOf = (view: EmployeeView, place: string | undefined): EmployeeScreen => {
  const { current_step: current, state } = view
  if (state === "cancelled" || state === "expired") return "ended"
  if (state === "completed") return "done"
  if (current === "finished") return "waiting"
  if (place === undefined ? isNew(view) : place === "welcome" && isUnsaved(view)) return "welcome"
  // Also after a reload: the view knows the code that was sent.
  const wantsCode = place === "code" || (place === undefined && current === "phone_verification")
  if (wantsCode && view.verification !== undefined && canSave(view, "phone_verification")) return "code"
  if (isFundWay(place) && canSave(view, "super_selection")) return place
  const wanted = view.steps.find(({ step }) => step === place)?.step
  return wanted !== undefined && wanted !== "finished" && canSave(view, wanted) ? wanted : current
}

/** The step that a screen belongs to. */
const stepOf = (screen: EmployeeScreen): StepName | undefined => {
  if (screen === "code") return "phone_verification"
  if (isFundWay(screen)) return "super_selection"
  if (screen === "waiting" || screen === "done") return "finished"
  return screen === "welcome" || screen === "ended" ? undefined : screen
}

/** The steps as the line above a screen shows them: without the last, which asks nothing. */
export const stepsOf = (
  view: EmployeeView,
  screen: EmployeeScreen
): ReadonlyArray<{ readonly step: StepName; readonly is: Step["is"] }> => {
  const shown = stepOf(screen)
  return view.steps
    .filter(({ step }) => step !== "finished")
    .map(({ state, step }) => ({
      step,
      is: step === shown ? "current" : state === "finished" ? "done" : "ahead"
    }))
}

/**
 * The screen that Back leads to; undefined if there is none. From a step that was opened at the review it leads there; a verified
 * phone isn't asked again.
 */
export const backOf = (view: EmployeeView, screen: EmployeeScreen): string | undefined => {
  if (screen === "code") return "phone_verification"
  if (isFundWay(screen)) return "super_selection"
  if (view.current_step === "review" && screen !== "review") return "review"
  const names = view.steps.map(({ step }) => step)
  const before = names.slice(0, names.indexOf(stepOf(screen)!)).findLast((step) => canSave(view, step))
  return before ?? (isUnsaved(view) && screen !== "welcome" ? "welcome" : undefined)
}

type Message = {
  readonly [Kind in keyof EmbedMessageData]: { readonly kind: Kind; readonly data: EmbedMessageData[Kind] }
}[keyof EmbedMessageData]

const stepsIn = ({ current_step, steps }: EmployeeView) => ({
  current_step,
  steps: steps.map(({ state, step }) => ({ step, state }))
})

/** The messages that the host is sent when the view changes: its steps at the beginning and at each step, and each end once. */
export const messagesOf = (view: EmployeeView, before: EmployeeView | undefined): ReadonlyArray<Message> => {
  const messages: Array<Message> = []
  const now = stepsIn(view)
  if (before === undefined || JSON.stringify(stepsIn(before)) !== JSON.stringify(now))
    messages.push({ kind: "onboardingStepChanged", data: now })
  if (before === undefined) return messages
  const { confirmed_at: confirmed, phone_verified_at: verified } = view.collected
  if (verified !== undefined && before.collected.phone_verified_at === undefined)
    messages.push({ kind: "mfa_verification:complete", data: { verified_at: verified } })
  if (confirmed !== undefined && before.collected.confirmed_at === undefined)
    messages.push({ kind: "onboardingSessionFinished", data: {} })
  if (view.is_committed && !before.is_committed)
    messages.push({ kind: "onboardingSessionCommitted", data: {} })
  return messages
}
