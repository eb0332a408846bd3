import type { Flaw } from "../Flaw.ts"
import { grantingTokens } from "./grantingTokens.ts"

export const tokenLifeShort: Flaw = {
  name: "token-life-short",
  group: "auth",
  sentence: "The token endpoint gives tokens for five seconds.",
  killedBy: ["AUTH-5-14"],
  options: { fund: "kurrajong" },
  play: () => grantingTokens((answer) => ({ ...answer, expires_in: 5 }))
}
