import type { components, paths } from "@embedded-super/contracts/types/partner-api"
import type { components as webhooks } from "@embedded-super/contracts/types/webhooks"

type Schemas = components["schemas"]
type Payloads = webhooks["schemas"]

/** The operations of the partner API, as `openapi-fetch` reads them. */
export type PartnerApiPaths = paths

export type Employer = Schemas["Employer"]
export type Employee = Schemas["Employee"]
export type OnboardingSession = Schemas["OnboardingSession"]
export type OnboardingSessionIntent = Schemas["OnboardingSessionIntent"]
export type EmployerIssue = Schemas["EmployerIssue"]

/** What every webhook carries. Subjects and events are open sets. */
export type WebhookPayload = Schemas["WebhookPayload"]

/** The events of today. Tell them apart by `event`. */
export type WebhookEvent =
  | Payloads["EmployerSettingsChanged"]
  | Payloads["OnboardingSessionChanged"]
  | Payloads["OnboardingSessionCompleted"]
  | Payloads["OnboardingIntentCompleted"]
  | Payloads["EmployeeChanged"]
  | Payloads["EmployerIssueCreated"]
  | Payloads["EmployerIssueResolved"]

/** What stands behind the `url` of a webhook, by its subject. */
export interface EntityOfSubject {
  readonly employer: Employer
  readonly employee: Employee
  readonly onboarding_session: OnboardingSession
  readonly onboarding_session_intent: OnboardingSessionIntent
  readonly employer_issue: EmployerIssue
}

/** The entity that a payload tells of; `unknown` where its subject isn't known. */
export type EntityOf<Payload> = Payload extends { readonly subject: infer Subject }
  ? Subject extends keyof EntityOfSubject
    ? EntityOfSubject[Subject]
    : unknown
  : unknown
