import type { Flaw } from "../Flaw.ts"
import { tolerating } from "./tolerating.ts"

export const expiredTokenAccepted: Flaw = {
  name: "expired-token-accepted",
  group: "auth",
  sentence: "The fund accepts expired tokens.",
  killedBy: ["AUTH-5-1"],
  options: { fund: "waratah" },
  play: () => tolerating((_, reason) => /exp is in the past/.test(reason))
}
