import type { Flaw } from "../Flaw.ts"
import { tolerating } from "./tolerating.ts"

export const anyTokenAccepted: Flaw = {
  name: "any-token-accepted",
  group: "auth",
  sentence: "The fund accepts every bearer token.",
  killedBy: ["AUTH-7-3"],
  options: { fund: "waratah" },
  play: () => tolerating(({ headers }) => (headers["authorization"] ?? "") !== "")
}
