import { decodeJwt } from "jose"
import type { Flaw } from "../Flaw.ts"

export const strictClock: Flaw = {
  name: "strict-clock",
  group: "auth",
  sentence: "The fund refuses tokens whose iat is ahead of its own clock.",
  killedBy: ["AUTH-5-19"],
  options: { fund: "waratah" },
  play: () => ({
    security: async (request, check) => {
      const reason = await check(request)
      if (reason !== undefined) return reason
      const { iat = 0 } = decodeJwt(String(request.headers.authorization).replace(/^Bearer /, ""))
      return iat > Date.now() / 1000 ? "The token's iat is in the future." : undefined
    }
  })
}
