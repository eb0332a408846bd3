import type { Flaw } from "../Flaw.ts"
import { isGood, keyOf, numberIn, on, withNumber } from "../exchanges.ts"

export const parallelRepeatRegistersTwice: Flaw = {
  name: "parallel-repeat-registers-twice",
  group: "register",
  sentence:
    "The fund registers a person twice if two calls with the same Idempotency-Key come at the same time.",
  killedBy: ["REGISTER-4.2-2"],
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
}
