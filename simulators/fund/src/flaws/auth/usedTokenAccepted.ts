import type { Flaw } from "../Flaw.ts"
import { tolerating } from "./tolerating.ts"

export const usedTokenAccepted: Flaw = {
  name: "used-token-accepted",
  group: "auth",
  sentence: "The fund accepts a token twice.",
  killedBy: ["AUTH-5-11"],
  options: { fund: "waratah" },
  play: () => tolerating((_, reason) => /jti was used before/.test(reason))
}
