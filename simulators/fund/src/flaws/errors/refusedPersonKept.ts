import { jsonIn, on, withBody } from "../exchanges.ts"
import type { Flaw } from "../Flaw.ts"

export const refusedPersonKept: Flaw = {
  name: "refused-person-kept",
  group: "errors",
  sentence: "The fund stores a person before it looks at the postcode, and keeps who is refused.",
  killedBy: ["ERRORS-7-8"],
  play: () => ({
    exchange: on("registration", async (call, serve) => {
      const body = jsonIn(call)
      if (!/^\d{4}$/.test(String(body["postcode"] ?? "0800")))
        await serve(withBody(call, { ...body, postcode: "0800", state: "NT" }))
      return serve(call)
    })
  })
}
