import type * as S from "@embedded-super/contracts/schemas"
import { withRevision } from "../../embed-sessions/viewRevision.ts"
import { withoutNulls } from "../../platform/answers/answers.ts"
import { toTimestamp, toTimestampOrNull } from "../../platform/time/timestamp.ts"
import type { StoredIntent } from "../IntentsRepo.ts"
import { currentStep, stepsOf } from "./steps.ts"

/** The workflows that an employer can request. */
const WORKFLOWS: ReadonlyArray<S.WorkflowSlug> = ["standard_onboarding"]

/** Everything that the intent embed shows. */
export const presentEmbedIntent = (intent: StoredIntent): S.EmbedIntent => {
  const view = withoutNulls({
    id: intent.id,
    status: intent.state,
    employer_name: intent.employer_name,
    employer_can_onboard: intent.employer_can_onboard,
    sandboxed: intent.sandboxed,
    current_step: currentStep(intent),
    steps: stepsOf(intent),
    person: withoutNulls(intent.details.employee),
    remote_id_is_fixed: intent.details.remote_id_is_fixed,
    job: withoutNulls(intent.details.employment),
    workflow_slug: intent.workflow_slug,
    available_workflows: WORKFLOWS,
    completed_at: toTimestampOrNull(intent.completed_at),
    expires_at: toTimestamp(intent.expires_at)
  })
  // Before the first save, `expires_at` is counted from now; afterwards it never changes.
  return withRevision(view, { beside: intent.version, uncounted: ["expires_at"] })
}
