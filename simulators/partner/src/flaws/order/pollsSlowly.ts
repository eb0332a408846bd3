import type { Flaw } from "../Flaw.ts"

export const pollsSlowly: Flaw = {
  name: "polls-slowly",
  group: "order",
  sentence: "Polls a session after its last webhook, a few times a second.",
  killedBy: ["ORDER-3-4"],
  play: () => ({
    entity: (payload, options, fetchEntity) => {
      if (payload.event === "onboarding_session_completed")
        for (const ms of [200, 400, 600, 800])
          setTimeout(() => void fetchEntity(payload, options).catch(() => undefined), ms).unref()
      return fetchEntity(payload, options)
    }
  })
}
