import type { Reply } from "@embedded-super/simulator-kit"
import type { Flaw } from "../Flaw.ts"
import { keyOf, on } from "../exchanges.ts"

export const refusalKeptWithKey: Flaw = {
  name: "refusal-kept-with-key",
  group: "register",
  sentence: "The fund keeps a refusal with its key, and refuses the corrected call too.",
  killedBy: ["REGISTER-4.2-8"],
  play: () => {
    const refusals = new Map<string, Reply>()
    return {
      exchange: on("registration", async (call, serve) => {
        const kept = refusals.get(keyOf(call))
        if (kept !== undefined) return kept
        const reply = await serve(call)
        if (reply.status === 400) refusals.set(keyOf(call), reply)
        return reply
      })
    }
  }
}
