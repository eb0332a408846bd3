import { unverified } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const unsignedAccepted: Flaw = {
  name: "unsigned-accepted",
  group: "signature",
  sentence: "Verifies a signature only if there is one.",
  killedBy: ["SIGNATURE-2.1-6"],
  play: () => ({
    verify: async (delivery, verify) =>
      delivery.headers["webhook-signature"] === undefined ? unverified(delivery) : verify(delivery)
  })
}
