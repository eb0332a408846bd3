import { type Change, changeOf } from "../../platform/audit/changeOf.ts"
import type { InvalidWebhookUrl } from "./endpointUrl.ts"
import type { WebhookEndpoint } from "./WebhookEndpoints.ts"

/** A change of an address, for the audit log. Its path may hold a token: of that only whether it differs. */
export const endpointChange = (before: WebhookEndpoint | undefined, after: WebhookEndpoint): Change => {
  const facts = ({ enabled, url }: WebhookEndpoint) => ({
    origin: URL.parse(url)?.origin ?? null,
    url,
    enabled
  })
  return changeOf(before && facts(before), facts(after), ["url"])
}

/** The remedy for an address that can't receive webhooks. */
export const webhookUrlAdvice: Readonly<Record<InvalidWebhookUrl["reason"], string>> = {
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
