import { refusing } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const longBody413: Flaw = {
  name: "long-body-413",
  group: "unknown",
  sentence: "Refuses a body of more than a kilobyte.",
  killedBy: ["UNKNOWN-9-6"],
  play: () => ({ exchange: refusing(413, (_, { body }) => body.length > 1024) })
}
