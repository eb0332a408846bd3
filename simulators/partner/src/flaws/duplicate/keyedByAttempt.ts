import { isWebhookEvent } from "@embedded-super/partner-sdk"
import { converting } from "../calls.ts"
import type { Flaw } from "../Flaw.ts"

export const keyedByAttempt: Flaw = {
  name: "keyed-by-attempt",
  group: "duplicate",
  sentence: "Recognises a repeat by webhook-id and webhook-timestamp, which differs in each attempt.",
  killedBy: ["DUPLICATE-3-1"],
  play: () => {
    const seen = new Set<string>()
    /** Attempts of an entity's webhooks that are to be worked off. */
    const due = new Map<string, number>()
    return {
      verify: async (delivery, verify) => {
        const verified = await verify(delivery)
        const attempt = `${verified.id} ${delivery.headers["webhook-timestamp"]}`
        const { id } = verified.payload
        if (!seen.has(attempt)) due.set(id, (due.get(id) ?? 0) + 1)
        seen.add(attempt)
        return verified
      },
      works: (payload) => {
        const left = due.get(payload.id) ?? 0
        due.set(payload.id, Math.max(0, left - 1))
        return left > 0 && isWebhookEvent(payload)
      },
      entity: async (payload, options, fetchEntity) => {
        const fetched = await fetchEntity(payload, options)
        if (payload.event === "onboarding_intent_completed")
          await converting(payload, options, crypto.randomUUID())
        return fetched
      }
    }
  }
}
