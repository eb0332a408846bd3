import { refusing } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const fractionsRefused: Flaw = {
  name: "fractions-refused",
  group: "answer",
  sentence: "Reads inserted_at with a format that has no fractions of a second.",
  killedBy: ["ANSWER-2.1-4"],
  play: () => ({ exchange: refusing(400, ({ inserted_at }) => inserted_at.includes(".")) })
}
