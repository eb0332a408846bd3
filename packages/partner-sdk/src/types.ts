import type { components, paths } from "@embedded-super/contracts/types/partner-api"
import type { components as webhooks } from "@embedded-super/contracts/types/webhooks"
import type { webhookEvents, webhookSubjects } from "@embedded-super/contracts/webhook-events"

type Schemas = components["schemas"]
type Payloads = webhooks["schemas"]

/** The operations of the partner API, in the form for `openapi-fetch`. */
export type PartnerApiPaths = paths

export type Employer = Schemas["Employer"]
export type Employee = Schemas["Employee"]
export type OnboardingSession = Schemas["OnboardingSession"]
export type OnboardingSessionIntent = Schemas["OnboardingSessionIntent"]
export type EmployerIssue = Schemas["EmployerIssue"]

/** The fields of every webhook. Subjects and events are open sets. */
export type WebhookPayload = Schemas["WebhookPayload"]

/** The known events, distinguished by `event`. */
export type WebhookEvent = Payloads[(typeof webhookEvents)[keyof typeof webhookEvents]["payload"]]

/** The entity behind the `url` of a webhook, by its subject. */
export type EntityOfSubject = {
  readonly [Subject in keyof typeof webhookSubjects]: Schemas[(typeof webhookSubjects)[Subject]["entity"]]
}

/** The entity of a payload; `unknown` if its subject isn't known. */
export type EntityOf<Payload> = Payload extends { readonly subject: infer Subject }
  ? Subject extends keyof EntityOfSubject
    ? EntityOfSubject[Subject]
    : unknown
  : unknown
