import type { Schemas } from "../frame/api.ts"
import type { Step } from "../frame/Screen.tsx"

export type IntentView = Schemas["EmbedIntent"]

/** The screens of the intent embed; each is a file in this folder. */
export type IntentScreen = "blocked" | "who" | "job" | "ask" | "review" | "done" | "ended"

/** The screens in which the employer fills the intent in, in their order. */
export type FormScreen = "who" | "job" | "ask" | "review"

/** The choice between workflows is a screen only if there are several. */
export const formScreens = (view: IntentView): ReadonlyArray<FormScreen> =>
  view.available_workflows.length > 1 ? ["who", "job", "ask", "review"] : ["who", "job", "review"]

const ofStep = { person: "who", job: "job", requests: "ask", review: "review", finished: "review" } as const

/**
 * The screen for a view: the step that still lacks something, then the review. `place` is the screen that the person
 * asked for; the review can be reached once nothing is missing.
 */
export const screenOf = (view: IntentView, place: string | undefined): IntentScreen => {
  if (view.status === "complete") return "done"
  if (view.status !== "draft" && view.status !== "in_progress") return "ended"
  if (!view.employer_can_onboard) return "blocked"
  const screens = formScreens(view)
  const current = ofStep[view.current_step]
  const canReview = missingIn(view).length === 0
  return (
    screens.find((screen) => screen === place && (screen !== "review" || canReview)) ??
    screens.find((screen) => screen === current) ??
    "review"
  )
}

/** The screen before this one; undefined for the first. */
export const backOf = (view: IntentView, screen: FormScreen): FormScreen | undefined =>
  formScreens(view)[formScreens(view).indexOf(screen) - 1]

const stepOf = { who: "person", job: "job", ask: "requests", review: "review" } as const

/** Whether a screen's step has all that it needs. */
export const isComplete = (view: IntentView, screen: FormScreen): boolean =>
  view.steps.some(({ status, step }) => step === stepOf[screen] && status === "complete")

/** The line of steps, where this screen is shown. */
export const stepsOf = (
  view: IntentView,
  shown: FormScreen
): ReadonlyArray<{ readonly screen: FormScreen; readonly is: Step["is"] }> =>
  formScreens(view).map((screen) => ({
    screen,
    is: screen === shown ? "current" : isComplete(view, screen) ? "done" : "ahead"
  }))

/** The answers that the intent can't be sent without, by pointer into the view, and the screen that asks for each. */
const REQUIRED = {
  "/person/family_name": "who",
  "/person/email": "who",
  "/job/start_date": "job",
  "/job/pay_basis": "job",
  "/job/pay_frequency": "job",
  "/workflow_slug": "ask"
} as const satisfies Readonly<Record<string, FormScreen>>

export type Required = keyof typeof REQUIRED

/** The screen that asks for a required answer; undefined if none does. */
export const placeOf = (view: IntentView, pointer: string): FormScreen | undefined => {
  const screen = Object.entries(REQUIRED).find(([at]) => at === pointer)?.[1]
  return formScreens(view).find((one) => one === screen)
}

/** The fields that are still missing. A workflow that nobody can choose isn't one: it is saved when the intent is sent. */
export const missingIn = (view: IntentView): ReadonlyArray<Required> => {
  const { job, person } = view
  const hasChoice = view.available_workflows.length > 1
  const given: Readonly<Record<Required, boolean>> = {
    "/person/family_name": person.family_name !== undefined,
    "/person/email": person.email !== undefined,
    "/job/start_date": job.start_date !== undefined,
    "/job/pay_basis": job.pay_basis !== undefined,
    "/job/pay_frequency": job.pay_frequency !== undefined,
    "/workflow_slug": !hasChoice || isComplete(view, "ask")
  }
  return (Object.keys(REQUIRED) as ReadonlyArray<Required>).filter((pointer) => !given[pointer])
}
