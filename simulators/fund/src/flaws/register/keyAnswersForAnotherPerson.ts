import type { Flaw } from "../Flaw.ts"
import { isGood, keyOf, on } from "../exchanges.ts"

import type { Reply } from "@embedded-super/simulator-kit"

export const keyAnswersForAnotherPerson: Flaw = {
  name: "key-answers-for-another-person",
  group: "register",
  sentence: "The fund answers a key that it knows with the first person's number, also for another person.",
  killedBy: ["REGISTER-4.2-4"],
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
}
