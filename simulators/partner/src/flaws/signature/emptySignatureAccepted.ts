import { signatureOf, unverified } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const emptySignatureAccepted: Flaw = {
  name: "empty-signature-accepted",
  group: "signature",
  sentence: "Compares as many letters as the sender gave.",
  killedBy: ["SIGNATURE-2.1-11"],
  play: () => ({
    verify: async (delivery, verify) =>
      signatureOf(delivery) === "v1," ? unverified(delivery) : verify(delivery)
  })
}
