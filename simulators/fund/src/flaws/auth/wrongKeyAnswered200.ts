import type { Flaw } from "../Flaw.ts"
import { json, onOperations } from "../exchanges.ts"

export const wrongKeyAnswered200: Flaw = {
  name: "wrong-key-answered-200",
  group: "auth",
  sentence: "The fund answers 200 with an error in the body to a wrong key.",
  killedBy: ["AUTH-7-3"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status === 401 && call.headers["x-auth-key"] !== undefined
        ? json(200, { error: "unauthenticated" })
        : reply
    })
  })
}
