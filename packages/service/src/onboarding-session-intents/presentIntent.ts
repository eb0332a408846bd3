import type * as S from "@embedded-super/contracts/schemas"
import { toTimestamp, toTimestampOrNull } from "../platform/time/timestamp.ts"
import type { StoredIntent } from "./IntentsRepo.ts"

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
