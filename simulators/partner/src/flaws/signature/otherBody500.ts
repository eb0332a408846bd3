import { isWebhook, payloadOf, replied } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const otherBody500: Flaw = {
  name: "other-body-500",
  group: "signature",
  sentence: "Lets through what reading product_id of a body throws that is no JSON object.",
  killedBy: ["SIGNATURE-2.1-20"],
  play: () => ({
    exchange: (call, serve) => (isWebhook(call) && payloadOf(call) === undefined ? replied(500) : serve(call))
  })
}
