import type { Flaw } from "../Flaw.ts"

export const urlFollowed: Flaw = {
  name: "url-followed",
  group: "callback",
  sentence: "Calls the url of a webhook with the key, wherever it leads.",
  killedBy: ["CALLBACK-4.1-9"],
  play: () => ({
    entity: (payload, options, fetchEntity) =>
      fetchEntity(payload, { ...options, baseUrl: new URL(payload.url).origin })
  })
}
