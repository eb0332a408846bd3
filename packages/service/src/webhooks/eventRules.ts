/**
 * What the description says of each event (section 6), as a table. Section numbers are the description's.
 *
 * - `subject`: the entity that the webhook belongs to (2.1).
 * - `superseded`: whether a later event of the same entity takes the place of a delivery that still waits. The payload
 *   is thin: who receives the later one fetches the same entity from the same url and misses nothing. Only for the two
 *   events that say "something changed"; an issue's events are each delivered.
 * - `last`: no further webhooks are sent for the entity (3, 6).
 */
export const eventRules = {
  employer_settings_changed: { subject: "employer", superseded: true, last: false },
  onboarding_session_changed: { subject: "onboarding_session", superseded: true, last: false },
  onboarding_session_completed: { subject: "onboarding_session", superseded: false, last: true },
  onboarding_intent_completed: { subject: "onboarding_session_intent", superseded: false, last: false },
  employer_issue_created: { subject: "employer_issue", superseded: false, last: false },
  employer_issue_resolved: { subject: "employer_issue", superseded: false, last: false }
} as const satisfies Record<string, { subject: string; superseded: boolean; last: boolean }>

export type EventName = keyof typeof eventRules
export type Subject = (typeof eventRules)[EventName]["subject"]

/** Where each subject's entity is fetched (4.1), below `{base_url}`. */
export const entityPaths: Readonly<Record<Subject, string>> = {
  employer: "/api/v1/employers",
  onboarding_session: "/api/v1/onboarding-session",
  onboarding_session_intent: "/api/v1/onboarding-session-intent",
  employer_issue: "/api/v1/employer-issue"
}

/** The events after which nothing may be sent for their entity. */
export const lastEvents: ReadonlyArray<EventName> = (
  Object.keys(eventRules) as ReadonlyArray<EventName>
).filter((event) => eventRules[event].last)
