import type { Flaw } from "../Flaw.ts"
import { tolerating } from "./tolerating.ts"

export const emptyKeyAccepted: Flaw = {
  name: "empty-key-accepted",
  group: "auth",
  sentence: "The fund accepts an empty key.",
  killedBy: ["AUTH-7-2"],
  play: () => tolerating(({ headers }) => headers["x-auth-key"] === "")
}
