import { refusing } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const uuid4Only: Flaw = {
  name: "uuid-4-only",
  group: "answer",
  sentence: "Refuses an id that isn't a UUID of version 4.",
  killedBy: ["ANSWER-2.1-5"],
  play: () => ({ exchange: refusing(422, ({ id }) => id[14] !== "4") })
}
