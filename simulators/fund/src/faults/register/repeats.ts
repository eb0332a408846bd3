/** Funds that don't recognise a repeat by its Idempotency-Key. */
import type { Reply } from "@embedded-super/simulator-kit"
import { ofGroup } from "../Fault.ts"
import { answering, isGood, keyOf, numberIn, numbering, on, problem, withNumber } from "../plays/exchanges.ts"

export const repeats = ofGroup("register", [
  {
    name: "repeat-new-number",
    sentence: "The fund gives a repeat with the same Idempotency-Key another member number.",
    killedBy: ["REGISTER-4.2-1"],
    finding: "fail: The fund gives a repeat with the same Idempotency-Key another member number.",
    play: () => {
      let calls = 0
      const seen = new Set<string>()
      return {
        exchange: numbering((number, call) => {
          const isRepeat = seen.has(keyOf(call))
          seen.add(keyOf(call))
          return isRepeat ? `${number}${++calls}` : number
        })
      }
    }
  },
  {
    name: "registration-repeat-refused",
    sentence: "The fund refuses a repeat with the same Idempotency-Key as a conflict.",
    killedBy: ["REGISTER-4.2-1"],
    finding: "fail: The fund refuses a repeat with the same Idempotency-Key.",
    play: () => {
      const seen = new Set<string>()
      return {
        exchange: answering("registration", (reply, call) => {
          if (!isGood(reply)) return reply
          const isRepeat = seen.has(keyOf(call))
          seen.add(keyOf(call))
          return isRepeat ? problem(409, "conflict", "The person is a member already") : reply
        })
      }
    }
  },
  {
    name: "parallel-repeat-registers-twice",
    sentence:
      "The fund registers a person twice if two calls with the same Idempotency-Key come at the same time.",
    killedBy: ["REGISTER-4.2-2"],
    finding:
      "fail: The fund registers a person more than once if calls with the same Idempotency-Key come at the same time.",
    play: () => {
      let waiting = 0
      const known = new Map<string, string>()
      return {
        // It looks for the key, writes the member, and writes the key last: a second call finds no key in between.
        exchange: on("registration", async (call, serve) => {
          const isNew = !known.has(keyOf(call))
          const reply = await serve(call)
          if (!isGood(reply)) return reply
          const number = isNew ? `${numberIn(reply)}-${known.size + ++waiting}` : known.get(keyOf(call))!
          await new Promise((written) => setTimeout(written, 100))
          known.set(keyOf(call), number)
          return withNumber(reply, number)
        })
      }
    }
  },
  // Each restart makes new numbers, also for a person who has one.
  {
    name: "repeat-forgotten-after-restart",
    sentence: "The fund keeps keys in memory, so a repeat after a restart gets another number.",
    killedBy: ["REGISTER-4.2-5"],
    finding:
      "fail: The fund gives a repeat with the same Idempotency-Key another member number after a restart.",
    play: () => {
      const process = crypto.randomUUID().slice(0, 8)
      return { exchange: numbering((number) => `${number}-${process}`) }
    }
  },
  {
    name: "key-answers-for-another-person",
    sentence: "The fund answers a key that it knows with the first person's number, also for another person.",
    killedBy: ["REGISTER-4.2-4"],
    finding:
      "fail: The fund answers a key that it knows with the first person's number, also for another person.",
    play: () => {
      const known = new Map<string, Reply>()
      return {
        exchange: on("registration", async (call, serve) => {
          const answered = known.get(keyOf(call))
          if (answered !== undefined) return answered
          const reply = await serve(call)
          if (isGood(reply)) known.set(keyOf(call), reply)
          return reply
        })
      }
    }
  },
  // Keys of one minute begin alike: their first letters are a time.
  {
    name: "beginning-of-key-kept",
    sentence:
      "The fund keeps the first eight letters of an Idempotency-Key, which many calls of one minute share.",
    killedBy: ["REGISTER-2.4-6"],
    finding: "fail: Two persons get the same member number.",
    play: () => {
      const known = new Map<string, Reply>()
      return {
        exchange: on("registration", async (call, serve) => {
          const key = keyOf(call).slice(0, 8)
          const answered = known.get(key)
          const reply = await serve(call)
          if (!isGood(reply)) return reply
          known.set(key, answered ?? reply)
          return answered ?? reply
        })
      }
    }
  },
  {
    name: "refusal-kept-with-key",
    sentence: "The fund keeps a refusal with its key, and refuses the corrected call too.",
    killedBy: ["REGISTER-4.2-8"],
    finding: "warn: The fund refuses a corrected call whose key came with a refused one before.",
    play: () => {
      const refusals = new Map<string, Reply>()
      return {
        exchange: on("registration", async (call, serve) => {
          const kept = refusals.get(keyOf(call))
          if (kept !== undefined) return kept
          const reply = await serve(call)
          if (reply.status === 400) refusals.set(keyOf(call), reply)
          return reply
        })
      }
    }
  }
])
