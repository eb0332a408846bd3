import type { Flaw } from "../Flaw.ts"

export const noKey: Flaw = {
  name: "no-key",
  group: "callback",
  sentence: "Calls back without a key.",
  killedBy: ["CALLBACK-4.1-1"],
  play: () => ({
    entity: (payload, options, fetchEntity) =>
      fetchEntity(payload, { ...options, fetch: (url) => options.fetch(url, { redirect: "error" }) })
  })
}
