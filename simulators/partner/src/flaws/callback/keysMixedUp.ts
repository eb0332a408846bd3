import type { Flaw } from "../Flaw.ts"

export const keysMixedUp: Flaw = {
  name: "keys-mixed-up",
  group: "callback",
  sentence: "Calls with the key of the webhook that came last.",
  killedBy: ["CALLBACK-4.1-14"],
  play: () => {
    let last = ""
    return {
      verify: async (delivery, verify) => {
        const verified = await verify(delivery)
        last = verified.payload.product_id
        return verified
      },
      entity: (payload, options, fetchEntity) => {
        const key = options.keys[last] ?? ""
        return fetchEntity(payload, { ...options, keys: { [payload.product_id]: key } })
      }
    }
  }
}
