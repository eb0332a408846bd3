import { type WebhookPayload } from "@embedded-super/partner-sdk"
import type { Flaw } from "../Flaw.ts"

export const fetchesAllKnown: Flaw = {
  name: "fetches-all-known",
  group: "burst",
  sentence: "Fetches every employer that it has heard of, for each webhook of one.",
  killedBy: ["BURST-2.1-3"],
  play: () => {
    const known = new Map<string, WebhookPayload>()
    return {
      entity: async (payload, options, fetchEntity) => {
        known.set(payload.id, payload)
        for (const each of [...known.values()].slice(-15)) await fetchEntity(each, options)
        return fetchEntity(payload, options)
      }
    }
  }
}
