import type { Flaw } from "../Flaw.ts"

export const keyInAddress: Flaw = {
  name: "key-in-address",
  group: "callback",
  sentence: "Sends the key in the query, too.",
  killedBy: ["CALLBACK-4.1-10"],
  play: () => ({
    entity: (payload, options, fetchEntity) =>
      fetchEntity(payload, {
        ...options,
        fetch: (url, init) =>
          options.fetch(`${String(url)}?api_key=${options.keys[payload.product_id] ?? ""}`, init)
      })
  })
}
