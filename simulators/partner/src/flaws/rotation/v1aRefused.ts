import { refused, signatureOf } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const v1aRefused: Flaw = {
  name: "v1a-refused",
  group: "rotation",
  sentence: "Refuses a header with a scheme that it doesn't know.",
  killedBy: ["ROTATION-2.1-3"],
  play: () => ({
    verify: async (delivery, verify) =>
      signatureOf(delivery).includes("v1a,") ? refused() : verify(delivery)
  })
}
