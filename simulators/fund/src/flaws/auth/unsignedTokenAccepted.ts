import type { Flaw } from "../Flaw.ts"
import { headerIn, tolerating } from "./tolerating.ts"

export const unsignedTokenAccepted: Flaw = {
  name: "unsigned-token-accepted",
  group: "auth",
  sentence: "The fund accepts unsigned tokens (alg none).",
  killedBy: ["AUTH-5-3"],
  options: { fund: "waratah" },
  play: () => tolerating((call) => headerIn(call)["alg"] === "none")
}
