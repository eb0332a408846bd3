import { refusing } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const unknownField400: Flaw = {
  name: "unknown-field-400",
  group: "unknown",
  sentence: "Refuses payloads with a property that it doesn't know.",
  killedBy: ["UNKNOWN-9-3"],
  play: () => ({ exchange: refusing(400, (payload) => Object.keys(payload).length > 8) })
}
