import type { Flaw } from "../Flaw.ts"
import { keyOf, on, problem } from "../exchanges.ts"

export const detailsRepeatRefused: Flaw = {
  name: "details-repeat-refused",
  group: "details",
  sentence: "The fund answers 409 to a repeat of employer details.",
  killedBy: ["DETAILS-4.2-5"],
  play: () => {
    const seen = new Set<string>()
    return {
      exchange: on("details", (call, serve) => {
        const key = keyOf(call)
        const isRepeat = seen.has(key)
        seen.add(key)
        return isRepeat ? problem(409, "conflict", "The details are stored already") : serve(call)
      })
    }
  }
}
