import type * as S from "@embedded-super/contracts/schemas"
import * as Duration from "effect/Duration"
import type { IntentDetails, NewIntent } from "./IntentsRepo.ts"

/** An unfinished intent expires after this long (D-intents). */
const LIFETIME = Duration.toMillis(Duration.days(30))

/** Empty details of an intent. */
export const NO_DETAILS: IntentDetails = {
  employee: { given_name: null, family_name: null, email: null, phone_number: null, remote_id: null },
  remote_id_is_fixed: false,
  employment: { start_date: null, pay_basis: null, pay_frequency: null, job_title: null }
}

/** The owner of a new intent, and its known data. */
interface Beginning extends Pick<NewIntent, "id" | "product_id" | "employer_id" | "remote_id"> {
  readonly workflow_slug?: S.WorkflowSlug | undefined
  readonly details?: IntentDetails
}

/** A new intent, in `draft`. */
export const newIntent = (
  { details, employer_id, id, product_id, remote_id, workflow_slug }: Beginning,
  at: Date
): NewIntent => ({
  id,
  product_id,
  employer_id,
  remote_id,
  workflow_slug: workflow_slug ?? "standard_onboarding",
  state: "draft",
  details: details ?? NO_DETAILS,
  requests_saved_at: null,
  completed_at: null,
  converted_at: null,
  ended_at: null,
  anonymised_at: null,
  expires_at: new Date(at.getTime() + LIFETIME),
  version: 1,
  inserted_at: at,
  updated_at: at
})
