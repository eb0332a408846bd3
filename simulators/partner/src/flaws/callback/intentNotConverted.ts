import { isConversion } from "../calls.ts"
import type { Flaw } from "../Flaw.ts"

export const intentNotConverted: Flaw = {
  name: "intent-not-converted",
  group: "callback",
  sentence: "Fetches a complete intent, and leaves it at that.",
  killedBy: ["CALLBACK-4.1-7"],
  play: () => ({
    call: async (request, send) =>
      isConversion(request) ? Response.json({}, { status: 503 }) : send(request)
  })
}
