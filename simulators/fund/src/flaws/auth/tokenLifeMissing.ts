import type { Flaw } from "../Flaw.ts"
import { grantingTokens } from "./grantingTokens.ts"

export const tokenLifeMissing: Flaw = {
  name: "token-life-missing",
  group: "auth",
  sentence: "The token endpoint doesn't say how long a token is valid.",
  killedBy: ["AUTH-5-14"],
  options: { fund: "kurrajong" },
  play: () => grantingTokens(({ expires_in: _, ...answer }) => answer)
}
