import type { Flaw } from "../Flaw.ts"
import { crashed, onOperations } from "../exchanges.ts"

export const tokenCrash: Flaw = {
  name: "token-crash",
  group: "auth",
  sentence: "The fund answers 500 to a token that isn't one.",
  killedBy: ["AUTH-7-3"],
  options: { fund: "waratah" },
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status === 401 && call.headers["authorization"] !== undefined ? crashed() : reply
    })
  })
}
