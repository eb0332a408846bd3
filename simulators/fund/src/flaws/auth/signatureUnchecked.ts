import type { Flaw } from "../Flaw.ts"
import { tolerating } from "./tolerating.ts"

export const signatureUnchecked: Flaw = {
  name: "signature-unchecked",
  group: "auth",
  sentence: "The fund decodes tokens and doesn't verify their signatures.",
  killedBy: ["AUTH-5-6", "AUTH-5-7"],
  options: { fund: "waratah" },
  play: () => tolerating((_, reason) => /signature doesn't fit/.test(reason))
}
