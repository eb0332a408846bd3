/** Correct partners that differ as far as the description allows, for `partner-sim --variant NAME`. */
import { isWebhookEvent } from "@embedded-super/partner-sdk"
import type { OtherPartner } from "./faults/Fault.ts"
import { calling, converting, pausingAllCalls, tryingAgainAfter } from "./faults/plays/calls.ts"
import { crowded, everyNinth, isOk, isWebhook } from "./faults/plays/deliveries.ts"

export { everyNinth, pausingAllCalls, tryingAgainAfter }

const MOST = 60
const PER_SECOND = 40

export const variants: ReadonlyArray<OtherPartner> = [
  {
    name: "answers-200-with-body",
    sentence: "Answers 200 with a short JSON body.",
    play: () => ({
      exchange: async (call, serve) => {
        const reply = await serve(call)
        return isWebhook(call) && isOk(reply)
          ? { status: 200, headers: { "content-type": "application/json" }, body: '{"received":true}' }
          : reply
      }
    })
  },
  {
    name: "works-later",
    sentence: "Answers 202, and calls back a while later.",
    play: () => ({
      entity: async (payload, options, fetchEntity) => {
        await new Promise((passed) => setTimeout(passed, 100))
        return fetchEntity(payload, options)
      },
      exchange: async (call, serve) => {
        const reply = await serve(call)
        return isWebhook(call) && isOk(reply) ? { ...reply, status: 202 } : reply
      }
    })
  },
  {
    name: "refuses-with-403",
    sentence: "Answers 403 to everything that doesn't verify.",
    play: () => ({
      exchange: async (call, serve) => {
        const reply = await serve(call)
        return isWebhook(call) && !isOk(reply) ? { ...reply, status: 403, body: "Forbidden" } : reply
      }
    })
  },
  {
    name: "closes-each-connection",
    sentence: "Closes the connection after each answer.",
    play: () => ({
      exchange: async (call, serve) => {
        const reply = await serve(call)
        return { ...reply, headers: { ...reply.headers, connection: "close" } }
      }
    })
  },
  {
    name: "fetches-from-path",
    sentence: "Takes the path of url, and calls it at the service that it knows.",
    play: () => ({
      entity: (payload, options, fetchEntity) =>
        fetchEntity(
          { ...payload, url: new URL(new URL(payload.url).pathname, options.baseUrl).href },
          options
        )
    })
  },
  {
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
  },
  {
    name: "reads-the-form",
    sentence: "Fetches the choice form of a completed session, too.",
    play: () => ({
      entity: async (payload, options, fetchEntity) => {
        const fetched = await fetchEntity(payload, options)
        if (payload.event === "onboarding_session_completed")
          await calling(payload, options, "GET", `${payload.url}/choice-form`)
        return fetched
      }
    })
  },
  {
    name: "limits-a-burst",
    sentence: "Answers 429 with Retry-After while forty deliveries are served.",
    play: () => ({
      exchange: crowded(40, { status: 429, headers: { "retry-after": "1" }, body: "" })
    })
  },
  {
    name: "limits-its-rate",
    sentence: `Takes ${MOST} deliveries at once and ${PER_SECOND} a second, and answers others 429 with Retry-After.`,
    play: () => {
      let left = MOST
      let filledAt = performance.now()
      return {
        exchange: (call, serve) => {
          if (!isWebhook(call)) return serve(call)
          const now = performance.now()
          left = Math.min(MOST, left + ((now - filledAt) / 1000) * PER_SECOND)
          filledAt = now
          if (left < 1) return { status: 429, headers: { "retry-after": "1" }, body: "" }
          left--
          return serve(call)
        }
      }
    }
  },
  {
    name: "often-unavailable",
    sentence: "Answers 503 with Retry-After to every ninth delivery.",
    play: () => everyNinth({ status: 503, headers: { "retry-after": "1" }, body: "" })
  },
  tryingAgainAfter(2),
  pausingAllCalls(2)
]
