import { signWebhook } from "@embedded-super/partner-sdk"
import { signatureOf, unverified } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const signatureCaseIgnored: Flaw = {
  name: "signature-case-ignored",
  group: "signature",
  sentence: "Compares signatures without the case of their letters.",
  killedBy: ["SIGNATURE-2.1-19"],
  play: () => ({
    verify: async (delivery, verify) => {
      const read = unverified(delivery)
      const { body, headers, secrets } = delivery
      const at = Number(headers["webhook-timestamp"]) * 1000
      for (const secret of [secrets[read.payload.product_id] ?? []].flat()) {
        const right = await signWebhook({ id: read.id, at, body }, secret)
        if (right["webhook-signature"].toLowerCase() === signatureOf(delivery).toLowerCase()) return read
      }
      return verify(delivery)
    }
  })
}
