import type { OtherFund } from "../flaws/Flaw.ts"
import { isGood, json, jsonIn, numberIn } from "../flaws/exchanges.ts"

export const minimalAnswers: OtherFund = {
  name: "minimal-answers",
  sentence: "The fund answers nothing but what it must.",
  play: () => ({
    exchange: async (call, serve) => {
      const reply = await serve(call)
      const wait = reply.headers["retry-after"]
      const headers = wait === undefined ? {} : { "retry-after": wait }
      if (!isGood(reply)) return { status: reply.status, headers, body: "" }
      const { employer_details: _, ...body } = jsonIn(reply)
      if (reply.body.length === 0) return { ...reply, headers }
      return "member_details" in body
        ? json(reply.status, { member_details: { member_number: numberIn(reply) } })
        : json(reply.status, body)
    }
  })
}
