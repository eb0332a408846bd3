import type { Flaw } from "../Flaw.ts"

export const oneKeyForAll: Flaw = {
  name: "one-key-for-all",
  group: "callback",
  sentence: "Calls back with the first product's key, whatever the product.",
  killedBy: ["CALLBACK-4.1-6"],
  play: () => ({
    entity: (payload, options, fetchEntity) => {
      const [first = ""] = Object.values(options.keys)
      const keys = Object.fromEntries(Object.keys(options.keys).map((product) => [product, first]))
      return fetchEntity(payload, { ...options, keys })
    }
  })
}
