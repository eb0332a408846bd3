import type { Flaw } from "../Flaw.ts"

export const hammersOn429: Flaw = {
  name: "hammers-on-429",
  group: "callback",
  sentence: "Calls again at once after 429.",
  killedBy: ["CALLBACK-4.1-11"],
  play: () => ({
    entity: (payload, options, fetchEntity) =>
      fetchEntity(payload, {
        ...options,
        fetch: async (url, init) => {
          const first = await options.fetch(url, init)
          return first.status === 429 ? options.fetch(url, init) : first
        }
      })
  })
}
