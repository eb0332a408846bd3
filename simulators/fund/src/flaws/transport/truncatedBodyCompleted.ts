import type { Flaw } from "../Flaw.ts"
import { jsonIn, onOperations } from "../exchanges.ts"

export const truncatedBodyCompleted: Flaw = {
  name: "truncated-body-completed",
  group: "transport",
  sentence: "The fund completes a body that ends in the middle.",
  killedBy: ["TRANSPORT-7-2"],
  play: () => ({
    exchange: onOperations((call, serve) => {
      const endings = ['"}', "]}", "}"]
      const completed = endings.map((ending) => ({
        ...call,
        body: Buffer.concat([call.body, Buffer.from(ending)])
      }))
      const whole = completed.find((each) => Object.keys(jsonIn(each)).length > 0)
      return serve(Object.keys(jsonIn(call)).length > 0 ? call : (whole ?? call))
    })
  })
}
