import type { Flaw } from "../Flaw.ts"
import { tolerating } from "./tolerating.ts"

export const anyAccessTokenAccepted: Flaw = {
  name: "any-access-token-accepted",
  group: "auth",
  sentence: "The fund accepts every access token.",
  killedBy: ["AUTH-7-3"],
  options: { fund: "kurrajong" },
  play: () => tolerating(({ headers }) => (headers["authorization"] ?? "") !== "")
}
