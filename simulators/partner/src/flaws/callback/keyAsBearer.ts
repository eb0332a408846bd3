import type { Flaw } from "../Flaw.ts"

export const keyAsBearer: Flaw = {
  name: "key-as-bearer",
  group: "callback",
  sentence: "Sends the key as a bearer token.",
  killedBy: ["CALLBACK-4.1-1"],
  play: () => ({
    entity: (payload, options, fetchEntity) => {
      const authorization = `Bearer ${options.keys[payload.product_id] ?? ""}`
      return fetchEntity(payload, {
        ...options,
        fetch: (url) => options.fetch(url, { headers: { authorization } })
      })
    }
  })
}
