import type { Flaw } from "../Flaw.ts"
import { tolerating } from "./tolerating.ts"

export const earlyTokenAccepted: Flaw = {
  name: "early-token-accepted",
  group: "auth",
  sentence: "The fund accepts tokens that aren't valid yet.",
  killedBy: ["AUTH-5-2"],
  options: { fund: "waratah" },
  play: () => tolerating((_, reason) => /(?:nbf|iat) is in the future/.test(reason))
}
