import type { Flaw } from "../Flaw.ts"
import { tolerating } from "./tolerating.ts"

export const anyKeyAccepted: Flaw = {
  name: "any-key-accepted",
  group: "auth",
  sentence: "The fund accepts every key.",
  killedBy: ["AUTH-7-3", "AUTH-7-4"],
  play: () => tolerating(({ headers }) => (headers["x-auth-key"] ?? "") !== "")
}
