import type { Flaw } from "../Flaw.ts"
import { tolerating } from "./tolerating.ts"

export const endlessTokenAccepted: Flaw = {
  name: "endless-token-accepted",
  group: "auth",
  sentence: "The fund accepts tokens that never expire.",
  killedBy: ["AUTH-5-10"],
  options: { fund: "waratah" },
  play: () => tolerating((_, reason) => /exp is missing/.test(reason))
}
