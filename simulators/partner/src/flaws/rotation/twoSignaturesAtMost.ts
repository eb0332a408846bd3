import { refused, signatureOf } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const twoSignaturesAtMost: Flaw = {
  name: "two-signatures-at-most",
  group: "rotation",
  sentence: "Refuses a header with more than two signatures.",
  killedBy: ["ROTATION-2.1-4"],
  play: () => ({
    verify: async (delivery, verify) =>
      signatureOf(delivery).split(" ").length > 2 ? refused() : verify(delivery)
  })
}
