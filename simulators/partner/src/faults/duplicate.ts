/** Partners that handle a webhook twice, or not at all after a repeat or a failed call. */
import { EntityNotFetched, isWebhookEvent } from "@embedded-super/partner-sdk"
import { ofGroup } from "./Fault.ts"
import { converting, isConversion, withIdempotencyKey } from "./plays/calls.ts"
import { refusing } from "./plays/deliveries.ts"

export const duplicate = ofGroup("duplicate", [
  {
    name: "repeat-409",
    sentence: "Answers 409 to a webhook-id that it has handled.",
    killedBy: ["DUPLICATE-2.1-1"],
    finding: "fail: A repeated delivery is refused.",
    play: () => {
      const seen = new Set<unknown>()
      return {
        exchange: refusing(409, (_, { headers }) => {
          const id = headers["webhook-id"]
          const isRepeat = seen.has(id)
          seen.add(id)
          return isRepeat
        })
      }
    }
  },
  {
    name: "issue-twice-409",
    sentence: "Answers 409 to a second webhook of an issue.",
    killedBy: ["DUPLICATE-6-2"],
    finding: "fail: A second webhook of one issue is refused.",
    play: () => {
      const seen = new Set<string>()
      return {
        exchange: refusing(409, ({ event, id }) => {
          if (event !== "employer_issue_created") return false
          const isRepeat = seen.has(id)
          seen.add(id)
          return isRepeat
        })
      }
    }
  },
  {
    name: "repeats-worked-again",
    sentence: "Works off every delivery, whether or not its webhook-id is known.",
    killedBy: ["DUPLICATE-3-1", "DUPLICATE-3-2", "DUPLICATE-3-3"],
    finding: "fail: A repeated webhook makes the receiver create a session again.",
    play: () => ({
      works: (payload) => isWebhookEvent(payload),
      entity: async (payload, options, fetchEntity) => {
        const fetched = await fetchEntity(payload, options)
        if (payload.event === "onboarding_intent_completed")
          await converting(payload, options, crypto.randomUUID())
        return fetched
      }
    })
  },
  {
    name: "race-of-repeats",
    sentence: "Remembers a webhook-id only when its work is done.",
    killedBy: ["DUPLICATE-3-2"],
    finding: "fail: Repeats at the same time make the receiver create several sessions.",
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
  },
  {
    name: "gives-up-on-500",
    sentence: "Drops the work if the service answers 5xx.",
    killedBy: ["DUPLICATE-3-4"],
    finding: "warn: A webhook is lost if the service can't answer the call back at once.",
    play: () => ({
      entity: (payload, options, fetchEntity) =>
        fetchEntity(payload, options).catch((error: unknown) => {
          if (error instanceof EntityNotFetched && (error.status ?? 0) >= 500)
            throw new EntityNotFetched("refused", "The service failed.")
          throw error
        })
    })
  },
  {
    name: "keyed-by-attempt",
    sentence: "Recognises a repeat by webhook-id and webhook-timestamp, which differs in each attempt.",
    killedBy: ["DUPLICATE-3-1"],
    finding: "fail: A repeated webhook makes the receiver create a session again.",
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
  },
  {
    name: "post-not-tried-again",
    sentence: "Tries a GET again after a failure, and a POST never.",
    killedBy: ["DUPLICATE-3-5"],
    finding: "warn: No session is created if the first POST is answered 500.",
    play: () => {
      const tried = new Set<string>()
      return {
        call: async (request, send) => {
          if (!isConversion(request)) return send(request)
          if (tried.has(request.url)) return Response.json({}, { status: 400 })
          tried.add(request.url)
          const answer = await send(request)
          return answer.status < 500 ? answer : Response.json({}, { status: 400 })
        }
      }
    }
  },
  {
    name: "new-key-for-each-try",
    sentence: "Makes a new Idempotency-Key for each call.",
    killedBy: ["DUPLICATE-3-5"],
    finding: "warn: A POST that is made again has another Idempotency-Key.",
    play: () => ({ call: (request, send) => send(withIdempotencyKey(request, crypto.randomUUID())) })
  },
  {
    name: "one-idempotency-key",
    sentence: "Creates all sessions with one Idempotency-Key.",
    killedBy: ["DUPLICATE-3-6"],
    finding: "fail: Two intents are converted with one Idempotency-Key.",
    play: () => ({ call: (request, send) => send(withIdempotencyKey(request, "create-session")) })
  },
  {
    name: "id-cut-off",
    sentence: "Keeps the first 32 letters of a webhook-id.",
    killedBy: ["DUPLICATE-2.1-2"],
    finding: "fail: A webhook is taken for a repeat because its webhook-id begins like another one's.",
    play: () => {
      const seen = new Set<string>()
      /** Entities whose last webhook was taken for a repeat. */
      const repeated = new Set<string>()
      return {
        verify: async (delivery, verify) => {
          const verified = await verify(delivery)
          const cut = verified.id.slice(0, 32)
          if (seen.has(cut)) repeated.add(verified.payload.id)
          else repeated.delete(verified.payload.id)
          seen.add(cut)
          return verified
        },
        works: ({ id }, works) => works && !repeated.has(id)
      }
    }
  },
  {
    name: "no-idempotency-key",
    sentence: "Creates sessions without an Idempotency-Key.",
    killedBy: ["DUPLICATE-3-7"],
    finding: "warn: The session is created without an Idempotency-Key.",
    play: () => ({
      call: (request, send) => {
        if (!isConversion(request)) return send(request)
        const headers = new Headers(request.headers)
        headers.delete("Idempotency-Key")
        return send(new Request(request, { headers }))
      }
    })
  }
])
