import type { Call } from "@embedded-super/simulator-kit"
import { on } from "../exchanges.ts"
import type { Flaw } from "../Flaw.ts"

export const lookupsMixed: Flaw = {
  name: "lookups-mixed",
  group: "limits",
  sentence:
    "The fund keeps the ABN of a lookup in a variable that all calls share, and reads it a moment later.",
  killedBy: ["LIMITS-2.5-1"],
  play: () => {
    let shared: Call["body"]
    return {
      exchange: on("lookup", async (call, serve) => {
        shared = call.body
        await new Promise((passed) => setTimeout(passed, 10))
        return serve({ ...call, body: shared })
      })
    }
  }
}
