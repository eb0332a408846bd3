import type { Flaw } from "../Flaw.ts"

export const fetchesByPost: Flaw = {
  name: "fetches-by-post",
  group: "callback",
  sentence: "Fetches with POST.",
  killedBy: ["CALLBACK-4.1-1"],
  play: () => ({
    entity: (payload, options, fetchEntity) =>
      fetchEntity(payload, {
        ...options,
        fetch: (url, init) => options.fetch(url, { ...init, method: "POST" })
      })
  })
}
