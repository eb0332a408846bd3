import type { Flaw } from "../Flaw.ts"
import { jsonIn, on, problem } from "../exchanges.ts"

export const correctionRefused: Flaw = {
  name: "correction-refused",
  group: "details",
  sentence: "The fund answers 409 to later details of the same employer.",
  killedBy: ["DETAILS-4.2-6"],
  play: () => {
    const seen = new Map<string, string>()
    return {
      exchange: on("details", (call, serve) => {
        const { abn, confirmed_at } = jsonIn(call)
        const first = seen.get(String(abn)) ?? String(confirmed_at)
        seen.set(String(abn), first)
        return String(confirmed_at) > first
          ? problem(409, "conflict", "The details are stored already")
          : serve(call)
      })
    }
  }
}
