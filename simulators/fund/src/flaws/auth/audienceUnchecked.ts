import type { Flaw } from "../Flaw.ts"
import { tolerating } from "./tolerating.ts"

export const audienceUnchecked: Flaw = {
  name: "audience-unchecked",
  group: "auth",
  sentence: "The fund accepts tokens for another audience.",
  killedBy: ["AUTH-5-4"],
  options: { fund: "waratah" },
  play: () => tolerating((_, reason) => /aud is not/.test(reason))
}
