import { createHmac } from "node:crypto"
import { refused, signatureOf, unverified } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const emptySecretAccepted: Flaw = {
  name: "empty-secret-accepted",
  group: "signature",
  sentence: "Takes an empty secret for a product that it doesn't know.",
  killedBy: ["SIGNATURE-2.1-15"],
  play: () => ({
    verify: async (delivery, verify) => {
      const read = unverified(delivery)
      if (read.payload.product_id in delivery.secrets) return verify(delivery)
      const signed = `${delivery.headers["webhook-id"]}.${delivery.headers["webhook-timestamp"]}.`
      const right = createHmac("sha256", "").update(signed).update(delivery.body).digest("base64")
      return signatureOf(delivery) === `v1,${right}` ? read : refused()
    }
  })
}
