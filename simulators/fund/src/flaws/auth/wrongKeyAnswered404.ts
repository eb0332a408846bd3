import type { Flaw } from "../Flaw.ts"
import { problem, onOperations } from "../exchanges.ts"

export const wrongKeyAnswered404: Flaw = {
  name: "wrong-key-answered-404",
  group: "auth",
  sentence: "The fund answers 404 to a wrong key.",
  killedBy: ["AUTH-7-3"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status === 401 && call.headers["x-auth-key"] !== undefined
        ? problem(404, "not_found", "Nothing is found here")
        : reply
    })
  })
}
