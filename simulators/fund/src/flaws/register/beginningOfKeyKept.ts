import type { Reply } from "@embedded-super/simulator-kit"
import type { Flaw } from "../Flaw.ts"
import { isGood, keyOf, on } from "../exchanges.ts"

/** Keys of one minute begin alike: their first letters are a time. */
export const beginningOfKeyKept: Flaw = {
  name: "beginning-of-key-kept",
  group: "register",
  sentence:
    "The fund keeps the first eight letters of an Idempotency-Key, which many calls of one minute share.",
  killedBy: ["REGISTER-2.4-6"],
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
}
