import type { Flaw } from "../Flaw.ts"
import { grantingTokens } from "./grantingTokens.ts"

export const tokenTypeWrong: Flaw = {
  name: "token-type-wrong",
  group: "auth",
  sentence: "The token endpoint gives tokens of another type than Bearer.",
  killedBy: ["AUTH-5-13"],
  options: { fund: "kurrajong" },
  play: () => grantingTokens((answer) => ({ ...answer, token_type: "access_token" }))
}
