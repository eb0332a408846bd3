import type { OtherFund } from "../flaws/Flaw.ts"
import { isGood, jsonIn, on, problem } from "../flaws/exchanges.ts"

/** Serves the first call too: a call that is refused has no repeat. */
export const numberAtTheRepeat: OtherFund = {
  name: "number-at-the-repeat",
  sentence: "The fund has a new member's number ready for the repeat, and answers 503 before that.",
  play: () => {
    const awaited = new Set<string>()
    return {
      exchange: on("registration", async (call, serve) => {
        const { email, family_name, tfn, tfn_exemption_type } = jsonIn(call)
        const person = JSON.stringify([email, family_name, tfn, tfn_exemption_type])
        const reply = await serve(call)
        if (!isGood(reply) || awaited.has(person)) return reply
        awaited.add(person)
        return problem(503, "service_unavailable", "The member number isn't ready yet", {
          "retry-after": "1"
        })
      })
    }
  }
}
