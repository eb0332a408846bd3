import type { OtherFund } from "../flaws/Flaw.ts"
import { isGood, jsonIn, onOperations, withAnswer, withDetails } from "../flaws/exchanges.ts"

const ofMember = {
  tier: 3,
  insured: false,
  products: [{ name: "MySuper" }],
  adviser: { office: "Hobart" },
  note: null
}

export const additionalData: OtherFund = {
  name: "additional-data",
  sentence: "The fund answers much more than is asked for.",
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      const body = jsonIn(reply)
      if (isGood(reply) && "member_details" in body)
        return withAnswer(reply, {
          ...withDetails(body, ofMember),
          links: { self: "/members/1" },
          warnings: []
        })
      return body["employer_found"] === true
        ? withAnswer(reply, { ...body, since: "2019", office: { state: "TAS" } })
        : reply
    })
  })
}
