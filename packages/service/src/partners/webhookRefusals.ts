import { Conflict, ValidationFailed } from "@embedded-super/contracts/problems"
import type { InvalidWebhookUrl } from "../webhooks/endpoints/endpointUrl.ts"
import type { WebhookEndpoint } from "../webhooks/endpoints/WebhookEndpoints.ts"
import { webhookUrlAdvice } from "./webhookUrlAdvice.ts"

/** Refusals of actions on a product's webhooks, and the remedy. */

export const refusedUrl = ({ reason }: InvalidWebhookUrl) =>
  new ValidationFailed({
    code: "validation_failed",
    detail: "Webhooks can't be sent to this address.",
    errors: [{ in: "body", pointer: "#/url", code: "not_allowed", detail: webhookUrlAdvice[reason] }]
  })

export const notConfigured = new Conflict({
  code: "webhook_not_configured",
  detail:
    "The product has no webhook address, or sending to it is switched off. Set one with PUT /api/v1/products/{id}/webhook."
})

const whyPaused: Readonly<Record<NonNullable<WebhookEndpoint["pausedBecause"]>, string>> = {
  gone: "it answered 410",
  failing: "no delivery succeeded for five days",
  operator: "the operator of the service stopped it",
  unusable: "the service can no longer read it or its secret, so set it again and rotate the secret"
}

export const notPaused = new Conflict({
  code: "webhook_not_paused",
  detail:
    "Delivery to the address is active, and nothing waits for another attempt. There is nothing to resume."
})

export const pausedByOperator = new Conflict({
  code: "webhook_paused",
  detail: "The operator of the service paused delivery to the address, and only they can resume it. Ask them."
})

export const paused = (because: NonNullable<WebhookEndpoint["pausedBecause"]>) =>
  new Conflict({
    code: "webhook_paused",
    detail:
      `Delivery to the address is paused: ${whyPaused[because]}. ` +
      "Resume it with POST /api/v1/products/{id}/webhook/resume, or set the address again; then test it."
  })

export const nothingToTestWith = new Conflict({
  code: "nothing_to_test_with",
  detail: "The test webhook is about an employer, and this product has none. Create one first."
})

export const noSuchEmployer = new ValidationFailed({
  code: "validation_failed",
  detail: "The test webhook is about one of the product's employers.",
  errors: [
    {
      in: "body",
      pointer: "#/employer_id",
      code: "not_found",
      detail: "The product has no employer with this id."
    }
  ]
})
