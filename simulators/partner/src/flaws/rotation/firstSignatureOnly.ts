import { signatureOf, signedWith } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const firstSignatureOnly: Flaw = {
  name: "first-signature-only",
  group: "rotation",
  sentence: "Looks at the first signature of the header alone.",
  killedBy: ["ROTATION-2.1-1"],
  play: () => ({
    verify: (delivery, verify) => verify(signedWith(delivery, signatureOf(delivery).split(" ")[0] ?? ""))
  })
}
