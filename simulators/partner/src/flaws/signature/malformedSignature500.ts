import { signatureOf } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const malformedSignature500: Flaw = {
  name: "malformed-signature-500",
  group: "signature",
  sentence: "Lets through what its Base64 decoder throws.",
  killedBy: ["SIGNATURE-2.1-14"],
  play: () => ({
    verify: async (delivery, verify) => {
      if (!/^v1a?,[A-Za-z0-9+/]*=*(?: |$)/.test(signatureOf(delivery))) throw new RangeError("not Base64")
      return verify(delivery)
    }
  })
}
