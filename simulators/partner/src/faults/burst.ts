/** Partners that lose or refuse deliveries when many arrive at once. */
import type { WebhookPayload } from "@embedded-super/partner-sdk"
import { ofGroup } from "./Fault.ts"
import { crowded } from "./plays/deliveries.ts"

export const burst = ofGroup("burst", [
  {
    name: "burst-500",
    sentence: "Fails when more than ten deliveries come at once.",
    killedBy: ["BURST-2.1-1"],
    finding: "warn: Of a thousand webhooks at once, some are refused or get no answer.",
    play: () => ({ exchange: crowded(10, { status: 500, headers: {}, body: "" }) })
  },
  {
    name: "burst-429-without-time",
    sentence: "Answers 429 without Retry-After when more than ten deliveries come at once.",
    killedBy: ["BURST-2.1-1"],
    finding: "warn: Of a thousand webhooks at once, some are refused or get no answer.",
    play: () => ({ exchange: crowded(10, { status: 429, headers: {}, body: "" }) })
  },
  {
    name: "full-queue-drops",
    sentence: "Accepts a delivery, and drops it if more than five are waiting.",
    killedBy: ["BURST-2.1-2"],
    finding: "fail: Of many webhooks that are answered 2xx, some entities are never fetched.",
    play: () => {
      let waiting = 0
      return {
        works: (_, works) => {
          if (!works || waiting >= 5) return false
          waiting++
          return true
        },
        entity: (payload, options, fetchEntity) =>
          fetchEntity(payload, options).finally(() => {
            waiting--
          })
      }
    }
  },
  {
    name: "fetches-all-known",
    sentence: "Fetches every employer that it has heard of, for each webhook of one.",
    killedBy: ["BURST-2.1-3"],
    finding: "warn: The receiver makes many calls back for each webhook.",
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
])
