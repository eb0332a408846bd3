import type { Flaw } from "../Flaw.ts"
import { tolerating } from "./tolerating.ts"

export const unknownKeyAccepted: Flaw = {
  name: "unknown-key-accepted",
  group: "auth",
  sentence: "The fund accepts tokens that name a key that it doesn't know.",
  killedBy: ["AUTH-5-5"],
  options: { fund: "waratah" },
  play: () => tolerating((_, reason) => /kid is not among/.test(reason))
}
