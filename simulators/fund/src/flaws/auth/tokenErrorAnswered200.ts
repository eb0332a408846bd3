import type { Flaw } from "../Flaw.ts"
import { isGood } from "../exchanges.ts"
import { tokenPath } from "../../security/agreedFlow.ts"

export const tokenErrorAnswered200: Flaw = {
  name: "token-error-answered-200",
  group: "auth",
  sentence: "The token endpoint answers errors with 200.",
  killedBy: ["AUTH-5-15"],
  options: { fund: "kurrajong" },
  play: () => ({
    exchange: async (call, serve) => {
      const reply = await serve(call)
      return call.url === tokenPath && !isGood(reply) ? { ...reply, status: 200 } : reply
    }
  })
}
