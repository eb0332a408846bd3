import type { Flaw } from "../Flaw.ts"
import { on } from "../exchanges.ts"

export const slowLookup: Flaw = {
  name: "slow-lookup",
  group: "lookup",
  sentence: "The fund answers lookups after three seconds.",
  killedBy: ["LOOKUP-2.5-11"],
  play: () => ({
    exchange: on("lookup", async (call, serve) => {
      await new Promise((passed) => setTimeout(passed, 3000))
      return serve(call)
    })
  })
}
