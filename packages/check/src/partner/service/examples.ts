/** The entities of the played service: the examples of the partner API's spec, so that they can't differ from it. */
import document from "@embedded-super/contracts/bundled/partner-api" with { type: "json" }
import * as S from "@embedded-super/contracts/schemas"
import type { WebhookSubjectName } from "@embedded-super/contracts/webhook-events"
import * as Schema from "effect/Schema"
import type { Stage } from "../PartnerUnderTest.ts"

type Json = Readonly<Record<string, unknown>>

const examples: Readonly<Record<string, { readonly value: unknown }>> = document.components.examples

const dataOf = (name: string): Json => (examples[name]!.value as { readonly data: Json }).data

const resolved: Json = {
  ...dataOf("issueOpen"),
  status: "resolved",
  resolved_at: "2026-11-21T03:10:00Z",
  resolved_by: "system",
  recommended_actions: []
}

/** The data of an entity at a stage, before its own ids are put in. */
export const exampleOf: Readonly<Record<WebhookSubjectName, Readonly<Record<Stage, Json>>>> = {
  employer: { started: dataOf("employerCreated"), finished: dataOf("employerConfigured") },
  employee: { started: dataOf("employeeNew"), finished: dataOf("employeeWithMemberNumber") },
  onboarding_session: { started: dataOf("sessionInProgress"), finished: dataOf("sessionCompleted") },
  onboarding_session_intent: { started: dataOf("intentStarted"), finished: dataOf("intentComplete") },
  employer_issue: { started: dataOf("issueOpen"), finished: resolved }
}

/** The decoded form, which the handlers of the contract return. */
export const decoded = {
  employer: Schema.decodeUnknownSync(S.Employer),
  employee: Schema.decodeUnknownSync(S.Employee),
  onboarding_session: Schema.decodeUnknownSync(S.OnboardingSession),
  onboarding_session_intent: Schema.decodeUnknownSync(S.OnboardingSessionIntent),
  employer_issue: Schema.decodeUnknownSync(S.EmployerIssue)
}

/** The synthetic tax file number of every played session. */
export const PLAYED_TFN = "123456782"

/** Personal data of the played person, which belongs in no answer to a delivery. */
export const playedPerson: ReadonlyArray<{ readonly what: string; readonly value: string }> = [
  { what: "a tax file number", value: PLAYED_TFN },
  { what: "a birth date", value: "1996-02-29" },
  { what: "an e-mail address", value: "niamh@example.com" },
  { what: "a family name", value: "O'Connor-Đặng" },
  { what: "a member number", value: "0012345678" }
]
