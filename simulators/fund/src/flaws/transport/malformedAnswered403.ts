import type { Flaw } from "../Flaw.ts"
import { problem } from "../exchanges.ts"
import { badBody } from "./badBody.ts"

export const malformedAnswered403: Flaw = {
  name: "malformed-answered-403",
  group: "transport",
  sentence: "The fund answers 403 to a body that isn't JSON.",
  killedBy: ["TRANSPORT-7-1"],
  play: () => ({
    exchange: badBody(
      ({ isBroken }) => isBroken,
      () => problem(403, "forbidden", "Not permitted")
    )
  })
}
