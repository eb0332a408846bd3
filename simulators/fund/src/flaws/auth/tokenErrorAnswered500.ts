import type { Flaw } from "../Flaw.ts"
import { crashed } from "../exchanges.ts"
import { tokenPath } from "../../security/agreedFlow.ts"

export const tokenErrorAnswered500: Flaw = {
  name: "token-error-answered-500",
  group: "auth",
  sentence: "The token endpoint answers 500 to a client that it refuses.",
  killedBy: ["AUTH-5-15"],
  options: { fund: "kurrajong" },
  play: () => ({
    exchange: async (call, serve) => {
      const reply = await serve(call)
      return call.url === tokenPath && reply.status === 401 ? crashed() : reply
    }
  })
}
