/** Funds that can't serve several calls at the same time, or whose answers are too long or too late. */
import type { Call, Reply, Unruly } from "@embedded-super/simulator-kit"
import type { Socket } from "node:net"
import { type Hooks, ofGroup } from "./Fault.ts"
import { answeringOperations, invalid, isGood, on, onOperations, problem } from "./plays/exchanges.ts"

/** More calls at the same time are too many for these funds. */
const MOST = 5

/**
 * A moment in which other calls arrive: ten milliseconds, and so many turns of the event loop that a caller in the same
 * process, which makes its calls one after the other, has made them on a busy machine, too.
 */
const aMoment = async () => {
  await new Promise((passed) => setTimeout(passed, 10))
  for (let turns = 0; turns < 50; turns++) await new Promise<void>((passed) => setImmediate(passed))
}

/** Serves five calls at the same time, each for a moment, and answers others in another way. */
const whenBusy = (answer: () => Reply | Unruly): Hooks => {
  let busy = 0
  return {
    exchange: onOperations(async (call, serve) => {
      if (busy >= MOST) return answer()
      busy++
      await aMoment()
      const reply = await serve(call)
      busy--
      return reply
    })
  }
}

/** Milliseconds after which a connection is forgotten. */
const MOST_IDLE = 150

export const limits = ofGroup("limits", [
  {
    name: "busy-answered-503",
    sentence: "The fund answers 503 to more than five calls at the same time.",
    killedBy: ["LIMITS-7-3"],
    finding: "fail: The fund answers calls that arrive at the same time with a server error.",
    play: () => whenBusy(() => problem(503, "service_unavailable", "Service unavailable"))
  },
  {
    name: "busy-without-retry-after",
    sentence: "The fund answers 429 without Retry-After to more than five calls at the same time.",
    killedBy: ["LIMITS-7-3"],
    finding: "fail: The fund answers 429 without a usable Retry-After when calls arrive at the same time.",
    play: () => whenBusy(() => problem(429, "rate_limited", "Rate limit exceeded"))
  },
  {
    name: "busy-dropped",
    sentence: "The fund drops more than five calls at the same time.",
    killedBy: ["LIMITS-7-3"],
    finding: "fail: The fund loses calls that arrive at the same time.",
    play: () => whenBusy(() => (response) => void response.destroy())
  },
  {
    name: "busy-refused",
    sentence: "The fund answers 400 to more than five calls at the same time.",
    killedBy: ["LIMITS-7-3"],
    finding: "fail: The fund refuses calls that arrive at the same time.",
    play: () => whenBusy(invalid)
  },
  {
    name: "lookups-mixed",
    sentence:
      "The fund keeps the ABN of a lookup in a variable that all calls share, and reads it a moment later.",
    killedBy: ["LIMITS-2.5-1"],
    finding: "fail: The fund answers a lookup for another ABN if lookups arrive at the same time.",
    play: () => {
      let shared: Call["body"]
      return {
        exchange: on("lookup", async (call, serve) => {
          shared = call.body
          await aMoment()
          return serve({ ...call, body: shared })
        })
      }
    }
  },
  {
    name: "answer-too-long",
    sentence: "The fund fills its answers up to more than 64 KiB.",
    killedBy: ["LIMITS-7-1"],
    finding: "fail: The fund's answer is longer than 65536 bytes.",
    play: () => ({
      exchange: answeringOperations((reply) =>
        isGood(reply) && reply.body.length > 0
          ? { ...reply, body: reply.body.toString() + " ".repeat(66_000) }
          : reply
      )
    })
  },
  {
    name: "never-answered",
    sentence: "The fund never answers.",
    killedBy: ["LIMITS-7-2"],
    finding: "fail: The fund doesn't end its answer in time.",
    play: () => ({ exchange: onOperations(() => () => {}) })
  },
  {
    name: "answer-never-ends",
    sentence: "The fund begins its answers, and never ends them.",
    killedBy: ["LIMITS-7-2"],
    finding: "fail: The fund doesn't end its answer in time.",
    play: () => ({
      exchange: onOperations(() => (response) => {
        response.writeHead(201, { "content-type": "application/json" })
        response.write("{")
      })
    })
  },
  {
    name: "idle-connection-lost",
    sentence: "The fund forgets idle connections, and loses the next call on one.",
    killedBy: ["LIMITS-7-4"],
    finding: "warn: The fund loses a call on a connection that was idle.",
    play: () => {
      const answered = new WeakMap<Socket, number>()
      return {
        exchange: async (call, serve) => {
          const { socket } = call.source
          const before = answered.get(socket)
          if (before !== undefined && performance.now() - before > MOST_IDLE)
            return (response) => void response.destroy()
          const reply = await serve(call)
          answered.set(socket, performance.now())
          return reply
        }
      }
    }
  }
])
