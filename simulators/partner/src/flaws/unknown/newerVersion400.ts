import { refusing } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const newerVersion400: Flaw = {
  name: "newer-version-400",
  group: "unknown",
  sentence: "Refuses payloads whose version isn't v1.",
  killedBy: ["UNKNOWN-9-4"],
  play: () => ({ exchange: refusing(400, ({ version }) => version !== "v1") })
}
