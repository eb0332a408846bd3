import type { Flaw } from "../Flaw.ts"
import { json } from "../exchanges.ts"
import { tokenPath } from "../../security/agreedFlow.ts"
import { randomUUID } from "node:crypto"

export const assertionUnchecked: Flaw = {
  name: "assertion-unchecked",
  group: "auth",
  sentence: "The token endpoint gives a token to every client.",
  killedBy: ["AUTH-5-15"],
  options: { fund: "kurrajong" },
  play: () => ({
    exchange: async (call, serve) => {
      const reply = await serve(call)
      return call.url === tokenPath && reply.status === 401
        ? json(200, { access_token: randomUUID(), token_type: "Bearer", expires_in: 300 })
        : reply
    }
  })
}
