import { decodeJwt } from "jose"
import type { Flaw } from "../Flaw.ts"

const ALLOWED_SECONDS = 10

export const strictClock: Flaw = {
  name: "strict-clock",
  group: "auth",
  sentence: "The fund refuses tokens that are older or newer than ten seconds.",
  killedBy: ["AUTH-5-19"],
  options: { fund: "waratah" },
  play: () => ({
    security: async (request, check) => {
      const reason = await check(request)
      if (reason !== undefined) return reason
      const { iat = 0 } = decodeJwt(String(request.headers.authorization).replace(/^Bearer /, ""))
      return Math.abs(Date.now() / 1000 - iat) > ALLOWED_SECONDS
        ? "The token's iat is too far away."
        : undefined
    }
  })
}
