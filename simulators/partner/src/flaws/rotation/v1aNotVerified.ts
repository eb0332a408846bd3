import { signatureOf, unverified } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const v1aNotVerified: Flaw = {
  name: "v1a-not-verified",
  group: "rotation",
  sentence: "Accepts every v1a signature, because it has no key to verify it.",
  killedBy: ["ROTATION-2.1-7"],
  play: () => ({
    verify: async (delivery, verify) =>
      signatureOf(delivery).startsWith("v1a,") ? unverified(delivery) : verify(delivery)
  })
}
