import type { Flaw } from "../Flaw.ts"

export const ownPath: Flaw = {
  name: "own-path",
  group: "callback",
  sentence: "Builds the address of a session itself, with a mistake.",
  killedBy: ["CALLBACK-4.1-2"],
  play: () => ({
    entity: (payload, options, fetchEntity) =>
      fetchEntity(
        { ...payload, url: payload.url.replace("/onboarding-session/", "/onboarding_sessions/") },
        options
      )
  })
}
