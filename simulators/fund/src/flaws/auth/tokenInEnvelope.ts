import type { Flaw } from "../Flaw.ts"
import { grantingTokens } from "./grantingTokens.ts"

export const tokenInEnvelope: Flaw = {
  name: "token-in-envelope",
  group: "auth",
  sentence: "The token endpoint puts its answer into an envelope.",
  killedBy: ["AUTH-5-13"],
  options: { fund: "kurrajong" },
  play: () => grantingTokens((answer) => ({ data: answer }))
}
