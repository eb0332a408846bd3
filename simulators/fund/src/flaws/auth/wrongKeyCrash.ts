import type { Flaw } from "../Flaw.ts"
import { crashed, onOperations } from "../exchanges.ts"

export const wrongKeyCrash: Flaw = {
  name: "wrong-key-crash",
  group: "auth",
  sentence: "The fund answers 500 to a wrong key.",
  killedBy: ["AUTH-7-3"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status === 401 && call.headers["x-auth-key"] !== undefined ? crashed() : reply
    })
  })
}
