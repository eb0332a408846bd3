import { isWebhook, replied } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const namesAsWritten: Flaw = {
  name: "names-as-written",
  group: "signature",
  sentence: "Finds headers only if their names are written small.",
  killedBy: ["SIGNATURE-2.1-17"],
  play: () => ({
    exchange: (call, serve) =>
      isWebhook(call) && !call.source.rawHeaders.includes("webhook-id") ? replied(400) : serve(call)
  })
}
