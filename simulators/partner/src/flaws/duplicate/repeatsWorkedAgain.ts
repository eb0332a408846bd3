import { isWebhookEvent } from "@embedded-super/partner-sdk"
import { converting } from "../calls.ts"
import type { Flaw } from "../Flaw.ts"

export const repeatsWorkedAgain: Flaw = {
  name: "repeats-worked-again",
  group: "duplicate",
  sentence: "Works off every delivery, whether or not its webhook-id is known.",
  killedBy: ["DUPLICATE-3-1", "DUPLICATE-3-2", "DUPLICATE-3-3"],
  play: () => ({
    works: (payload) => isWebhookEvent(payload),
    entity: async (payload, options, fetchEntity) => {
      const fetched = await fetchEntity(payload, options)
      if (payload.event === "onboarding_intent_completed")
        await converting(payload, options, crypto.randomUUID())
      return fetched
    }
  })
}
