import type * as S from "@embedded-super/contracts/schemas"
import { isUnfinished } from "../intentStates.ts"
import type { StoredIntent } from "../IntentsRepo.ts"

interface Step {
  readonly step: S.EmbedIntentStepName
  /** What has to be there before the step is complete, as pointers into the embed's view. */
  readonly missing: (intent: StoredIntent) => ReadonlyArray<string>
}

const absent = <T extends object>(values: T, at: string, ...fields: ReadonlyArray<keyof T & string>) =>
  fields.filter((field) => values[field] === null).map((field) => `#/${at}/${field}`)

/**
 * The steps of the intent embed in their order (D-intent-embed), and what each needs. People with a single name have a family
 * name only; a session needs an e-mail address or a phone number, and the e-mail address is the one that employers know.
 */
const STEPS: ReadonlyArray<Step> = [
  {
    step: "person",
    missing: ({ details }) => absent(details.employee, "person", "family_name", "email")
  },
  {
    step: "job",
    missing: ({ details }) => absent(details.employment, "job", "start_date", "pay_basis", "pay_frequency")
  },
  {
    step: "requests",
    missing: ({ requests_saved_at }) => (requests_saved_at === null ? ["#/workflow_slug"] : [])
  }
]

/** What the employer still has to give before it can confirm, as pointers into the embed's view. */
export const missingIn = (intent: StoredIntent): ReadonlyArray<string> =>
  STEPS.flatMap(({ missing }) => missing(intent))

/** How far the employer is with each step. */
export const stepsOf = (intent: StoredIntent): ReadonlyArray<S.EmbedIntentStep> => {
  const over = intent.completed_at === null ? "missing" : "complete"
  return [
    ...STEPS.map(({ step, missing }): S.EmbedIntentStep => {
      const done = intent.completed_at !== null || missing(intent).length === 0
      return { step, status: done ? "complete" : "missing" }
    }),
    { step: "review", status: over },
    { step: "finished", status: over }
  ]
}

/** Where the employer goes on: at the first step that something is missing in. */
export const currentStep = (intent: StoredIntent): S.EmbedIntentStepName =>
  isUnfinished(intent.state)
    ? (STEPS.find(({ missing }) => missing(intent).length > 0)?.step ?? "review")
    : "finished"
