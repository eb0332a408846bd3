import { refusing } from "../deliveries.ts"
import type { Flaw } from "../Flaw.ts"

export const repeat409: Flaw = {
  name: "repeat-409",
  group: "duplicate",
  sentence: "Answers 409 to a webhook-id that it has handled.",
  killedBy: ["DUPLICATE-2.1-1"],
  play: () => {
    const seen = new Set<unknown>()
    return {
      exchange: refusing(409, (_, { headers }) => {
        const id = headers["webhook-id"]
        const isRepeat = seen.has(id)
        seen.add(id)
        return isRepeat
      })
    }
  }
}
