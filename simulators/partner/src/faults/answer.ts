/** Partners that answer a good delivery with something other than a prompt 2xx. */
import { ofGroup } from "./Fault.ts"
import { isOk, isWebhook, payloadOf, refusing } from "./plays/deliveries.ts"

export const answer = ofGroup("answer", [
  {
    name: "redirects",
    sentence: "Redirects deliveries to its address with a slash at the end.",
    killedBy: ["SIGNATURE-2.1-1", "ANSWER-2.1-1"],
    finding: "fail: A delivery is answered with a redirect, which isn't followed.",
    play: () => ({
      exchange: (call, serve) =>
        isWebhook(call) ? { status: 308, headers: { location: "/webhooks/" }, body: "" } : serve(call)
    })
  },
  {
    name: "never-answers",
    sentence: "Stores a delivery, and never answers it.",
    killedBy: ["ANSWER-2.1-1"],
    finding: "fail: A delivery isn't answered in time.",
    play: () => ({
      exchange: async (call, serve) => {
        const reply = await serve(call)
        return isWebhook(call) ? () => {} : reply
      }
    })
  },
  {
    name: "closes-connection",
    sentence: "Closes the connection in place of an answer.",
    killedBy: ["ANSWER-2.1-1"],
    finding: "fail: A delivery gets no whole answer.",
    play: () => ({
      exchange: async (call, serve) => {
        const reply = await serve(call)
        return isWebhook(call) ? () => void call.source.socket.destroy() : reply
      }
    })
  },
  {
    name: "answers-after-work",
    sentence: "Answers a delivery when its calls back are done.",
    killedBy: ["ANSWER-2.1-3"],
    finding: "warn: A delivery is answered only after the calls back have been answered.",
    play: () => {
      const waiting = new Map<string, () => void>()
      return {
        exchange: async (call, serve) => {
          const id = isWebhook(call) ? payloadOf(call)?.id : undefined
          if (id === undefined) return serve(call)
          const worked = new Promise<void>((done) => waiting.set(id, done))
          const reply = await serve(call)
          const patience = new Promise((end) => setTimeout(end, 1500).unref())
          if (isOk(reply)) await Promise.race([worked, patience])
          return reply
        },
        entity: async (payload, options, fetchEntity) => {
          try {
            return await fetchEntity(payload, options)
          } finally {
            waiting.get(payload.id)?.()
          }
        }
      }
    }
  },
  {
    name: "employee-event-refused",
    sentence: "Answers 400 to employee_changed, which it has no use for.",
    killedBy: ["ANSWER-2.1-1"],
    finding: "fail: The event employee_changed is refused.",
    play: () => ({ exchange: refusing(400, ({ event }) => event === "employee_changed") })
  },
  {
    name: "issues-answered-410",
    sentence: "Answers 410 to issues, which it has no use for.",
    killedBy: ["ANSWER-2.1-1"],
    finding: "fail: A delivery is answered 410, which pauses the webhook address.",
    play: () => ({ exchange: refusing(410, ({ subject }) => subject === "employer_issue") })
  },
  {
    name: "completion-500",
    sentence: "Fails at completed sessions.",
    killedBy: ["ANSWER-2.1-1"],
    finding: "fail: The event onboarding_session_completed is refused.",
    play: () => ({ exchange: refusing(500, ({ event }) => event === "onboarding_session_completed") })
  },
  {
    name: "fractions-refused",
    sentence: "Reads inserted_at with a format that has no fractions of a second.",
    killedBy: ["ANSWER-2.1-4"],
    finding: "fail: A webhook is refused because its inserted_at has fractions of a second.",
    play: () => ({ exchange: refusing(400, ({ inserted_at }) => inserted_at.includes(".")) })
  },
  {
    name: "uuid-4-only",
    sentence: "Refuses an id that isn't a UUID of version 4.",
    killedBy: ["ANSWER-2.1-5"],
    finding: "fail: A webhook is refused because its id is a UUID of version 7.",
    play: () => ({ exchange: refusing(422, ({ id }) => id[14] !== "4") })
  },
  {
    name: "first-packet-only",
    sentence: "Takes the first packet of a body for the whole body.",
    killedBy: ["ANSWER-2.1-2"],
    finding: "fail: A delivery whose body comes in two packets is refused.",
    play: () => ({
      server: (server) =>
        void server.prependListener("request", (request) => {
          const push = request.push.bind(request)
          let packets = 0
          request.push = (chunk: unknown) => (chunk !== null && packets++ > 0 ? true : push(chunk))
        })
    })
  }
])
