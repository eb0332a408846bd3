import type { Draft } from "./rows.ts"
import { row, schema } from "./rows.ts"

const text = { type: "string", maxLength: 40, pattern: "^[a-z]+$", description: "New." }
const headers = (document: Draft) => document.components.messageTraits.delivery.headers

/** Changes of the webhooks that the service sends and partners receive: they implement the receiving side. */
export const webhookRows = [
  row("webhooks", "an event is new", "cc", (document) => {
    const message = { ...document.components.messages.employerIssueCreated, name: "employer_issue_snoozed" }
    document.components.messages.employerIssueSnoozed = message
    document.channels.employerIssue.messages.employerIssueSnoozed = {
      $ref: "#/components/messages/employerIssueSnoozed"
    }
    const reference = { $ref: "#/channels/employerIssue/messages/employerIssueSnoozed" }
    const send = { ...document.operations.sendEmployerIssueCreated, messages: [reference] }
    document.operations.sendEmployerIssueSnoozed = send
  }),
  row("webhooks", "a subject is new", "cc", (document) => {
    const message = { ...document.components.messages.employerIssueCreated, name: "product_changed" }
    document.components.messages.productChanged = message
    document.channels.product = {
      title: "Webhooks of subject product",
      messages: { productChanged: { $ref: "#/components/messages/productChanged" } }
    }
  }),
  row("webhooks", "an event is removed", "bb", (document) => {
    delete document.channels.onboardingSession.messages.onboardingSessionChanged
    delete document.operations.sendOnboardingSessionChanged
  }),
  row("webhooks", "an event is described, and no longer sent", "bb", (document) => {
    delete document.operations.sendOnboardingSessionChanged
  }),
  row("webhooks", "a payload's new field, required", "bc", (document) => {
    schema(document, "EmployerIssueCreated").properties.severity = text
    schema(document, "EmployerIssueCreated").required.push("severity")
  }),
  row("webhooks", "a payload's new field, optional", "cc", (document) => {
    schema(document, "EmployerIssueCreated").properties.severity = text
  }),
  row("webhooks", "a payload's field is removed", "cb", (document) => {
    const payload = schema(document, "EmployerIssueCreated")
    delete payload.properties.remote_id
    payload.required = payload.required.filter((name: string) => name !== "remote_id")
  }),
  row("webhooks", "an event is called otherwise", "bb", (document) => {
    schema(document, "EmployerIssueCreated").properties.event.enum = ["employer_issue_opened"]
  }),
  row("webhooks", "a payload's url may be longer", "cb", (document) => {
    schema(document, "WebhookEntityUrl").maxLength += 1
  }),
  row("webhooks", "a header is removed", "cb", (document) => {
    delete headers(document).properties["webhook-timestamp"]
    headers(document).required = headers(document).required.filter(
      (name: string) => name !== "webhook-timestamp"
    )
  }),
  row("webhooks", "a header is new", "cc", (document) => {
    headers(document).properties.traceparent = text
  })
]
