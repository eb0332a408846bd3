/** Partners that show personal data or secrets in their answers. */
import { signWebhook } from "@embedded-super/partner-sdk"
import { ofGroup } from "./Fault.ts"
import { calling } from "./plays/calls.ts"
import { isOk, isWebhook, payloadOf, replied, unverified } from "./plays/deliveries.ts"

export const privacy = ofGroup("privacy", [
  {
    name: "answers-with-session",
    sentence: "Answers a delivery with what it knows of the session.",
    killedBy: ["PRIVACY-2.1-1"],
    finding: "warn: An answer to a delivery holds a birth date.",
    play: () => {
      const known = new Map<string, string>()
      return {
        entity: async (payload, options, fetchEntity) => {
          const fetched = await fetchEntity(payload, options)
          known.set(payload.id, JSON.stringify(fetched))
          return fetched
        },
        exchange: async (call, serve) => {
          const reply = await serve(call)
          const record = isWebhook(call) ? known.get(payloadOf(call)?.id ?? "") : undefined
          return isOk(reply) && record !== undefined ? replied(200, record) : reply
        }
      }
    }
  },
  {
    name: "answers-with-tfn",
    sentence: "Reads the tax file number of a session, and answers a delivery with it.",
    killedBy: ["PRIVACY-2.1-1"],
    finding: "warn: An answer to a delivery holds a tax file number.",
    play: () => {
      const known = new Map<string, string>()
      return {
        entity: async (payload, options, fetchEntity) => {
          const fetched = await fetchEntity(payload, options)
          if (payload.subject === "onboarding_session") {
            const answer = await calling(payload, options, "GET", `${payload.url}/tfn`)
            known.set(payload.id, await answer.text())
          }
          return fetched
        },
        exchange: async (call, serve) => {
          const reply = await serve(call)
          const record = isWebhook(call) ? known.get(payloadOf(call)?.id ?? "") : undefined
          return isOk(reply) && record !== undefined ? replied(200, record) : reply
        }
      }
    }
  },
  {
    name: "refusal-shows-signature",
    sentence: "Answers a forged delivery with the signature that would have been right.",
    killedBy: ["PRIVACY-2.1-2"],
    finding: "warn: The refusal of a forged delivery holds the right signature.",
    play: () => {
      /** By the id of the delivery: several arrive at the same time. */
      const right = new Map<string, string>()
      return {
        verify: async (delivery, verify) => {
          const { product_id } = unverified(delivery).payload
          const [secret = ""] = [delivery.secrets[product_id] ?? []].flat()
          const { body, headers } = delivery
          const at = Number(headers["webhook-timestamp"]) * 1000
          const id = headers["webhook-id"] ?? ""
          // A delivery of an unknown product has no secret.
          if (secret !== "") right.set(id, (await signWebhook({ id, body, at }, secret))["webhook-signature"])
          return verify(delivery)
        },
        exchange: async (call, serve) => {
          const reply = await serve(call)
          const expected = right.get(String(call.headers["webhook-id"]))
          return isWebhook(call) && !isOk(reply) ? { ...reply, body: `Expected ${expected}` } : reply
        }
      }
    }
  },
  {
    name: "refusal-shows-secret",
    sentence: "Answers a forged delivery with the secret that it tried.",
    killedBy: ["PRIVACY-2.1-2"],
    finding: "warn: The refusal of a forged delivery holds a webhook secret.",
    play: () => {
      let shown = ""
      return {
        verify: async (delivery, verify) => {
          const { product_id } = unverified(delivery).payload
          const [secret = ""] = [delivery.secrets[product_id] ?? []].flat()
          shown = `No signature fits ${secret}`
          return verify(delivery)
        },
        exchange: async (call, serve) => {
          const reply = await serve(call)
          return isWebhook(call) && !isOk(reply) ? { ...reply, body: shown } : reply
        }
      }
    }
  }
])
