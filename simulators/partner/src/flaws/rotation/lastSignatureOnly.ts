import { signatureOf, signedWith } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const lastSignatureOnly: Flaw = {
  name: "last-signature-only",
  group: "rotation",
  sentence: "Looks at the last signature of the header alone.",
  killedBy: ["ROTATION-2.1-2"],
  play: () => ({
    verify: (delivery, verify) => verify(signedWith(delivery, signatureOf(delivery).split(" ").at(-1) ?? ""))
  })
}
