import { signatureOf, unverified } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const signatureRemembered: Flaw = {
  name: "signature-remembered",
  group: "signature",
  sentence: "Accepts a signature without looking at the body if it was right once.",
  killedBy: ["SIGNATURE-2.1-12"],
  play: () => {
    const right = new Set<string>()
    return {
      verify: async (delivery, verify) => {
        const signature = signatureOf(delivery)
        if (right.has(signature)) return unverified(delivery)
        const verified = await verify(delivery)
        right.add(signature)
        return verified
      }
    }
  }
}
