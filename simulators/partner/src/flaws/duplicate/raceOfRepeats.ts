import { isWebhookEvent } from "@embedded-super/partner-sdk"
import { converting } from "../calls.ts"
import type { Flaw } from "../Flaw.ts"

export const raceOfRepeats: Flaw = {
  name: "race-of-repeats",
  group: "duplicate",
  sentence: "Remembers a webhook-id only when its work is done.",
  killedBy: ["DUPLICATE-3-2"],
  play: () => {
    const underWay = new Set<string>()
    return {
      works: (payload, works) => {
        if (payload.event !== "onboarding_intent_completed" || !isWebhookEvent(payload)) return works
        const isAgain = works || underWay.has(payload.id)
        underWay.add(payload.id)
        return isAgain
      },
      entity: async (payload, options, fetchEntity) => {
        const fetched = await fetchEntity(payload, options)
        if (payload.event !== "onboarding_intent_completed") return fetched
        await converting(payload, options, crypto.randomUUID())
        // The others of the same moment have arrived by then.
        await new Promise((passed) => setTimeout(passed, 20))
        underWay.delete(payload.id)
        return fetched
      }
    }
  }
}
