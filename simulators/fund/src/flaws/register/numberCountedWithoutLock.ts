import type { Flaw } from "../Flaw.ts"
import { isGood, numberIn, on, withNumber } from "../exchanges.ts"

const BETWEEN = 10

export const numberCountedWithoutLock: Flaw = {
  name: "number-counted-without-lock",
  group: "register",
  sentence: "The fund counts its members first and writes the new one later, so two get the same number.",
  killedBy: ["REGISTER-2.4-7"],
  play: () => {
    const given = new Map<string, string>()
    let members = 0
    return {
      exchange: on("registration", async (call, serve) => {
        const next = `W${members + 1}`
        const reply = await serve(call)
        if (!isGood(reply)) return reply
        const number = numberIn(reply)
        const isNew = !given.has(number)
        if (isNew) given.set(number, next)
        await new Promise((passed) => setTimeout(passed, BETWEEN))
        if (isNew) members += 1
        return withNumber(reply, given.get(number))
      })
    }
  }
}
