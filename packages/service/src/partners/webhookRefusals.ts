import { Conflict, ValidationFailed } from "@embedded-super/contracts/problems"
import type { InvalidWebhookUrl } from "../webhooks/endpoints/endpointUrl.ts"
import type { WebhookEndpoint } from "../webhooks/endpoints/WebhookEndpoints.ts"

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
  unusable: "the service can no longer read it, so set it again"
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

/** The remedy for an address that can't receive webhooks. */
const webhookUrlAdvice: Readonly<Record<InvalidWebhookUrl["reason"], string>> = {
  not_a_url: "Give a whole URL, such as https://payroll.example.com/webhooks.",
  too_long: "Give a URL of at most 2,000 characters.",
  not_https: "Give an https address. Plain http works only for localhost, with `--dev`.",
  has_credentials: "Leave user and password out; deliveries are signed instead.",
  has_fragment: "Leave out the part after #; it is never sent.",
  port_not_allowed: "Use port 443, or ask the operator to allow the port.",
  ip_address: "Give a host name instead of an IP address.",
  not_a_public_name:
    "Give a name that is public in DNS. Names of one part, and names such as .local, .internal and .svc, mean something inside a network only.",
  not_a_host_name:
    "Give a host name of parts that are joined by single dots. A part has 1 to 63 letters, digits and hyphens, and neither begins nor ends with a hyphen."
}
