import type { Flaw } from "../Flaw.ts"
import { tolerating } from "./tolerating.ts"

export const missingKeyAccepted: Flaw = {
  name: "missing-key-accepted",
  group: "auth",
  sentence: "The fund accepts calls without a key.",
  killedBy: ["AUTH-7-1"],
  play: () =>
    tolerating(({ headers }) => headers["x-auth-key"] === undefined && headers["authorization"] === undefined)
}
