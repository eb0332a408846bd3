import { isWebhookEvent } from "@embedded-super/partner-sdk"
import { refusing } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const unknownEvent500: Flaw = {
  name: "unknown-event-500",
  group: "unknown",
  sentence: "Fails at events that it doesn't know.",
  killedBy: ["UNKNOWN-9-2"],
  play: () => ({
    exchange: refusing(500, (payload) => payload.subject === "employer" && !isWebhookEvent(payload))
  })
}
