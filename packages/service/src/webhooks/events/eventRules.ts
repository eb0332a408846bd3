import { webhookEvents, type WebhookEventName } from "@embedded-super/contracts/webhooks"

export type EventName = WebhookEventName
export type Subject = (typeof webhookEvents)[EventName]["subject"]

/**
 * How each event is delivered, as a table: those of the description's section 6, and that of a late membership.
 *
 * - `superseded`: whether a later event of the same entity takes the place of a delivery that still waits. The payload
 *   is thin: who receives the later one fetches the same entity from the same url and misses nothing. Only for the two
 *   events that say "something changed"; an issue's events and an employee's are each delivered.
 * - `last`: no further webhooks are sent for the entity (sections 3 and 6).
 */
export const eventRules: Readonly<
  Record<EventName, { readonly superseded: boolean; readonly last: boolean }>
> = {
  employer_settings_changed: { superseded: true, last: false },
  onboarding_session_changed: { superseded: true, last: false },
  onboarding_session_completed: { superseded: false, last: true },
  onboarding_intent_completed: { superseded: false, last: false },
  employee_changed: { superseded: false, last: false },
  employer_issue_created: { superseded: false, last: false },
  employer_issue_resolved: { superseded: false, last: false }
}

/** Where each subject's entity is fetched (section 4.1), below `{base_url}`. */
export const entityPaths: Readonly<Record<Subject, string>> = {
  employer: "/api/v1/employers",
  employee: "/api/v1/employees",
  onboarding_session: "/api/v1/onboarding-session",
  onboarding_session_intent: "/api/v1/onboarding-session-intent",
  employer_issue: "/api/v1/employer-issue"
}

/** The events after which nothing may be sent for their entity. */
export const lastEvents: ReadonlyArray<EventName> = (
  Object.keys(eventRules) as ReadonlyArray<EventName>
).filter((event) => eventRules[event].last)
