import type * as S from "@embedded-super/contracts/schemas"
import { withRevision } from "../../embed-sessions/viewRevision.ts"
import { withoutNulls } from "../../platform/answers/answers.ts"
import { toTimestamp, toTimestampOrNull } from "../../platform/time/timestamp.ts"
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

const stepsOf = (intent: StoredIntent): ReadonlyArray<S.EmbedIntentStep> => {
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
const currentStep = (intent: StoredIntent): S.EmbedIntentStepName =>
  isUnfinished(intent.state)
    ? (STEPS.find(({ missing }) => missing(intent).length > 0)?.step ?? "review")
    : "finished"

/** The workflows that an employer can request. */
const WORKFLOWS: ReadonlyArray<S.WorkflowSlug> = ["standard_onboarding"]

/** Everything that the intent embed shows. */
export const presentEmbedIntent = (
  intent: StoredIntent,
  drafts: S.EmbedIntentDrafts | null,
  partner: S.EmbedPartner
): S.EmbedIntent => {
  const view = withoutNulls({
    id: intent.id,
    status: intent.state,
    employer_name: intent.employer_name,
    employer_can_onboard: intent.employer_can_onboard,
    sandboxed: intent.sandboxed,
    partner,
    current_step: currentStep(intent),
    steps: stepsOf(intent),
    person: withoutNulls(intent.details.employee),
    remote_id_is_fixed: intent.details.remote_id_is_fixed,
    job: withoutNulls(intent.details.employment),
    drafts,
    workflow_slug: intent.workflow_slug,
    available_workflows: WORKFLOWS,
    completed_at: toTimestampOrNull(intent.completed_at),
    expires_at: toTimestamp(intent.expires_at)
  })
  // Before the first save, `expires_at` is counted from now; afterwards it never changes.
  return withRevision(view, { beside: intent.version, uncounted: ["expires_at", "partner"] })
}
