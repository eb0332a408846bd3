import { refused } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const anyFutureRefused: Flaw = {
  name: "any-future-refused",
  group: "signature",
  sentence: "Refuses every delivery that is signed for later than now.",
  killedBy: ["SIGNATURE-2.1-18"],
  play: () => ({
    verify: async (delivery, verify) =>
      Number(delivery.headers["webhook-timestamp"]) * 1000 > Date.now() ? refused() : verify(delivery)
  })
}
