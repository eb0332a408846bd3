import type { Flaw } from "../Flaw.ts"

export const pollsAfterCompletion: Flaw = {
  name: "polls-after-completion",
  group: "order",
  sentence: "Polls a session after its last webhook.",
  killedBy: ["ORDER-3-4"],
  play: () => ({
    entity: async (payload, options, fetchEntity) => {
      const fetched = await fetchEntity(payload, options)
      if (payload.event !== "onboarding_session_completed") return fetched
      for (let times = 0; times < 10; times++) await fetchEntity(payload, options)
      return fetched
    }
  })
}
