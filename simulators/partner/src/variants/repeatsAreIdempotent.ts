import { isWebhookEvent } from "@embedded-super/partner-sdk"
import { converting } from "../flaws/calls.ts"
import type { OtherPartner } from "../flaws/Flaw.ts"

export const repeatsAreIdempotent: OtherPartner = {
  name: "repeats-are-idempotent",
  sentence: "Works off repeats again, each call with the same Idempotency-Key.",
  play: () => ({
    works: (payload) => isWebhookEvent(payload),
    entity: async (payload, options, fetchEntity) => {
      const fetched = await fetchEntity(payload, options)
      if (payload.event === "onboarding_intent_completed")
        await converting(payload, options, `session-of-${payload.id}`)
      return fetched
    }
  })
}
