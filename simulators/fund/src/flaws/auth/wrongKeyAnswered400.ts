import type { Flaw } from "../Flaw.ts"
import { invalid, onOperations } from "../exchanges.ts"

export const wrongKeyAnswered400: Flaw = {
  name: "wrong-key-answered-400",
  group: "auth",
  sentence: "The fund answers 400 to a wrong key.",
  killedBy: ["AUTH-7-3"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status === 401 && call.headers["x-auth-key"] !== undefined ? invalid() : reply
    })
  })
}
