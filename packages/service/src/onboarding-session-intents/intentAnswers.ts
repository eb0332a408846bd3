import { Conflict, NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { remoteIdTaken, withoutNulls } from "../platform/answers/answers.ts"
import { toTimestamp, toTimestampOrNull } from "../platform/time/timestamp.ts"
import type { Versioned } from "../platform/versions/ifMatch.ts"
import { allowedIn, type NotNow, isUnfinished } from "./intentStates.ts"
import { positionOf, type StoredIntent } from "./IntentsRepo.ts"
import { withRevision } from "../embed-sessions/viewRevision.ts"

/** The intent as partners see it. */
export const presentIntent = (intent: StoredIntent): S.OnboardingSessionIntent => ({
  id: intent.id,
  remote_id: intent.remote_id,
  employer: { id: intent.employer_id, remote_id: intent.employer_remote_id },
  status: intent.state,
  employee: intent.details.employee,
  employment: intent.details.employment,
  workflow_slug: intent.workflow_slug,
  completed_at: toTimestampOrNull(intent.completed_at),
  onboarding_session_id: intent.onboarding_session_id,
  expires_at: toTimestamp(intent.expires_at),
  inserted_at: toTimestamp(intent.inserted_at),
  updated_at: toTimestamp(intent.updated_at)
})

export const versioned = (intent: StoredIntent): Versioned<S.OnboardingSessionIntent> => ({
  data: presentIntent(intent),
  version: intent.version
})

/** An operation on a product's intent. An id of another product fails as not found. */
export type OnIntent<A, E = NotFound> = (
  productId: S.ProductId,
  id: S.OnboardingSessionIntentId
) => Effect.Effect<A, E>

const notFound = new NotFound({
  code: "not_found",
  detail: "There is no onboarding session intent with this id."
})

/** The intent, or a 404 that is the same for an id of another product and for one that doesn't exist. */
export const orNotFound = <Intent>(intent: Intent | undefined): Effect.Effect<Intent, NotFound> =>
  intent === undefined ? Effect.fail(notFound) : Effect.succeed(intent)

/** The refusal of a `remote_id` in use. Names the intent that has it, which can be opened or resumed. */
export const remoteIdOfIntentTaken = (by: StoredIntent | undefined) =>
  remoteIdTaken("intent of this employer", by?.id)

export const notCancellable = ({ state, allowed }: NotNow) =>
  new Conflict({
    code: "intent_not_cancellable",
    detail:
      state === "complete"
        ? "A session was created from the intent. Cancel the session instead."
        : `The intent has ended: it is ${state}.`,
    state,
    allowed
  })

export const notComplete = ({ state, allowed }: NotNow) =>
  new Conflict({
    code: "intent_not_complete",
    detail:
      allowed.length === 0
        ? `The intent has ended without being completed: it is ${state}. Create a new one.`
        : `The intent is ${state}: the employer has not finished the intent embed.`,
    state,
    allowed
  })

export const alreadyConverted = (intent: StoredIntent, onboarding_session_id: S.OnboardingSessionId) =>
  new Conflict({
    code: "intent_already_converted",
    detail: "An onboarding session was already created from this intent. See onboarding_session_id.",
    state: intent.state,
    allowed: allowedIn(positionOf(intent)),
    onboarding_session_id
  })

export const dataRemoved = (intent: StoredIntent) =>
  new Conflict({
    code: "intent_data_removed",
    detail:
      "The intent was complete for 90 days without a session, and the employee's data were removed. Create a new one.",
    state: intent.state,
    allowed: ["cancelled"]
  })

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
