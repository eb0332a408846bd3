import type { Flaw } from "../Flaw.ts"
import { json } from "../exchanges.ts"
import { badBody } from "./badBody.ts"

export const malformedAccepted: Flaw = {
  name: "malformed-accepted",
  group: "transport",
  sentence: "The fund answers 200 to a body that isn't JSON.",
  killedBy: ["TRANSPORT-7-1"],
  play: () => ({
    exchange: badBody(
      ({ isBroken }) => isBroken,
      () => json(200, { status: "ok" })
    )
  })
}
