import type { Flaw } from "../Flaw.ts"
import { grantingTokens } from "./grantingTokens.ts"

export const tokenLifeAsText: Flaw = {
  name: "token-life-as-text",
  group: "auth",
  sentence: "The token endpoint gives expires_in as text.",
  killedBy: ["AUTH-5-13"],
  options: { fund: "kurrajong" },
  play: () => grantingTokens((answer) => ({ ...answer, expires_in: "300 seconds" }))
}
