/** The entities that the kit plays, as the examples of the partner API's spec show them. */
import type { WebhookSubjectName } from "@embedded-super/contracts/webhook-events"
import { example } from "@embedded-super/partner-sdk/mock"
import type { Stage } from "../PartnerUnderTest.ts"

export type Json = Readonly<Record<string, unknown>>

const NAMES: Readonly<Record<WebhookSubjectName, Readonly<Record<Stage, string>>>> = {
  employer: { started: "employerCreated", finished: "employerConfigured" },
  employee: { started: "employeeNew", finished: "employeeWithMemberNumber" },
  onboarding_session: { started: "sessionInProgress", finished: "sessionCompleted" },
  onboarding_session_intent: { started: "intentStarted", finished: "intentComplete" },
  // The spec shows an issue that the partner resolved, which sends no webhook.
  employer_issue: { started: "issueOpen", finished: "issueOpen" }
}

const resolved: Json = {
  status: "resolved",
  resolved_at: "2026-11-21T03:10:00Z",
  resolved_by: "system",
  recommended_actions: []
}

/** The data of an entity at a stage, before its own ids are put in. */
export const exampleOf = (subject: WebhookSubjectName, stage: Stage): Json => {
  const { data } = example<{ readonly data: Json }>(NAMES[subject][stage])
  return subject === "employer_issue" && stage === "finished" ? { ...data, ...resolved } : data
}

/** Personal data of these examples, which belongs in no answer to a delivery. */
export const playedPerson: ReadonlyArray<{ readonly what: string; readonly value: string }> = [
  { what: "a tax file number", value: "123456782" },
  { what: "a birth date", value: "1996-02-29" },
  { what: "an e-mail address", value: "niamh@example.com" },
  { what: "a family name", value: "O'Connor-Đặng" },
  { what: "a member number", value: "0012345678" }
]
