import type { Flaw } from "../Flaw.ts"
import { json } from "../exchanges.ts"
import { badBody } from "./badBody.ts"

export const emptyBodyAccepted: Flaw = {
  name: "empty-body-accepted",
  group: "transport",
  sentence: "The fund answers 200 to an empty body.",
  killedBy: ["TRANSPORT-7-4"],
  play: () => ({
    exchange: badBody(
      ({ isEmpty }) => isEmpty,
      () => json(200, { status: "ok" })
    )
  })
}
