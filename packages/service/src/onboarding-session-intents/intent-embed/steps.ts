import type * as S from "@embedded-super/contracts/schemas"
import { isUnfinished } from "../intentStates.ts"
import type { StoredIntent } from "../IntentsRepo.ts"

interface Step {
  readonly step: S.EmbedIntentStepName
  /** The input that the step still lacks, as pointers into the embed's view. */
  readonly missing: (intent: StoredIntent) => ReadonlyArray<string>
}

const absent = <T extends object>(values: T, at: string, ...fields: ReadonlyArray<keyof T & string>) =>
  fields.filter((field) => values[field] === null).map((field) => `#/${at}/${field}`)

/**
 * The steps of the intent embed in their order (D-intent-embed), with their required input. A person with a single name
 * has only a family name. A session needs an e-mail address or a phone number; the step requires the e-mail address,
 * because employers know it.
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

/** The input that the employer still has to give before it can confirm, as pointers into the embed's view. */
export const missingIn = (intent: StoredIntent): ReadonlyArray<string> =>
  STEPS.flatMap(({ missing }) => missing(intent))

/** The state of each step of the employer. */
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

/** The step at which the employer continues: the first incomplete one. */
export const currentStep = (intent: StoredIntent): S.EmbedIntentStepName =>
  isUnfinished(intent.state)
    ? (STEPS.find(({ missing }) => missing(intent).length > 0)?.step ?? "review")
    : "finished"
