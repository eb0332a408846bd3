import { unverified } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const noSignatureCheck: Flaw = {
  name: "no-signature-check",
  group: "signature",
  sentence: "Handles every delivery without verifying it.",
  killedBy: ["SIGNATURE-2.1-4", "SIGNATURE-2.1-5"],
  play: () => ({ verify: async (delivery) => unverified(delivery) })
}
