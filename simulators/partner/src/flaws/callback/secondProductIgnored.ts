import { EntityNotFetched } from "@embedded-super/partner-sdk"
import type { Flaw } from "../Flaw.ts"

export const secondProductIgnored: Flaw = {
  name: "second-product-ignored",
  group: "callback",
  sentence: "Works for its first product alone.",
  killedBy: ["CALLBACK-4.1-6"],
  play: () => ({
    entity: async (payload, options, fetchEntity) => {
      const [first] = Object.keys(options.keys)
      if (payload.product_id !== first) throw new EntityNotFetched("unknown_product", "Not of this product.")
      return fetchEntity(payload, options)
    }
  })
}
