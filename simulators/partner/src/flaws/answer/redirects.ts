import { isWebhook } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const redirects: Flaw = {
  name: "redirects",
  group: "answer",
  sentence: "Redirects deliveries to its address with a slash at the end.",
  killedBy: ["SIGNATURE-2.1-1", "ANSWER-2.1-1"],
  play: () => ({
    exchange: (call, serve) =>
      isWebhook(call) ? { status: 308, headers: { location: "/webhooks/" }, body: "" } : serve(call)
  })
}
