import type { Mutant } from "./Mutant.ts"

const events = "webhooks/events/Events.test.ts"
const exchange = "platform/egress/exchange.test.ts"
const ssrf = "platform/egress/ssrf.test.ts"

/** The guards of recording, of calling out, and of whose data is whose. */
export const otherMutants: ReadonlyArray<Mutant> = [
  {
    guard: "a waiting change is superseded by the next",
    file: "webhooks/events/EventsRepo.ts",
    find: "FROM waiting WHERE d.id = waiting.id",
    replace: "FROM waiting WHERE d.id = waiting.id AND false",
    tests: [events]
  },
  {
    guard: "nothing is recorded after onboarding_session_completed",
    file: "webhooks/events/EventsRepo.ts",
    find: 'AND ${sql.in("event", lastEvents)})\n        RETURNING id',
    replace: 'AND ${sql.in("event", lastEvents)} AND false)\n        RETURNING id',
    tests: [events]
  },
  {
    guard: "issue webhooks are off until the partner's account is enabled",
    file: "webhooks/events/EventsRepo.ts",
    find: "OR pa.employer_issue_webhooks_enabled)",
    replace: "OR true)",
    tests: [events, "employer-issues/issueWebhooks.test.ts"]
  },
  {
    guard: "an event is recorded inside a transaction or not at all",
    file: "webhooks/events/Events.ts",
    find: "if (Option.isNone(transaction))",
    replace: "if (Option.isNone(transaction) && false)",
    tests: [events]
  },
  {
    guard: "redirects aren't followed",
    file: "platform/egress/checkedAgent.ts",
    find: "new Agent({ ...options, connect: checkedConnector(connector), allowH2: false })",
    replace: `Object.assign(
      new Agent({ ...options, connect: checkedConnector(connector), allowH2: false }).compose(
        interceptors.redirect({ maxRedirections: 3 })
      ),
      {}
    ) as never
import { interceptors } from "undici"`,
    tests: [exchange, ssrf]
  },
  {
    guard: "every address of a name is checked",
    file: "platform/egress/checkedConnector.ts",
    find: "first === undefined || !addresses.every(({ address }) => isAllowed(address))",
    replace: "first === undefined",
    tests: [exchange, ssrf]
  },
  {
    guard: "one bad address among a name's condemns it",
    file: "platform/egress/checkedConnector.ts",
    find: "!addresses.every(({ address }) => isAllowed(address))",
    replace: "!addresses.some(({ address }) => isAllowed(address))",
    tests: [exchange, ssrf]
  },
  {
    guard: "an address that stands in the URL is checked",
    file: "platform/egress/checkedConnector.ts",
    find: "if (isIP(host) !== 0 && !isAllowed(host))",
    replace: "if (isIP(host) < 0 && !isAllowed(host))",
    tests: [exchange, ssrf]
  },
  {
    guard: "an attempt ends after its time, whatever trickles in",
    file: "platform/egress/exchange.ts",
    find: 'cutOff("timeout"), limits.whole)',
    replace: 'cutOff("timeout"), limits.whole * 1000)',
    tests: [exchange]
  },
  {
    guard: "no more of an answer is read than the limit",
    file: "platform/egress/exchange.ts",
    find: "if (read <= limits.read) return",
    replace: "if (read <= limits.read * 1_000_000) return",
    tests: [exchange]
  },
  {
    guard: "another product's delivery is not found",
    file: "webhooks/log/DeliveryLogRepo.ts",
    find: "read([sql`d.product_id = ${productId}`, sql`d.id = ${id}`], 1)",
    replace: "read([sql`d.product_id <> ${productId} OR true`, sql`d.id = ${id}`], 1)",
    tests: ["webhooks/log/WebhookDeliveries.http.test.ts"]
  },
  {
    guard: "a replaced secret signs on for a day",
    file: "webhooks/endpoints/EndpointSecrets.ts",
    find: 'const OVERLAP = "24 hours"',
    replace: 'const OVERLAP = "0 hours"',
    tests: ["webhooks/delivery/delivery.test.ts"]
  },
  {
    guard: "what is sealed for one tenant doesn't open for another",
    file: "platform/crypto/envelope.ts",
    find: "|${cell.tenant}|",
    replace: "|",
    tests: ["platform/crypto/envelope.test.ts"],
    sample: true
  }
]
