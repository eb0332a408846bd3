import type { Flaw } from "../Flaw.ts"
import { answering, isGood } from "../exchanges.ts"

export const acceptedWithoutBody: Flaw = {
  name: "accepted-without-body",
  group: "schema",
  sentence: "The fund answers 202 without a body, and registers later.",
  killedBy: ["SCHEMA-2.4-1"],
  play: () => ({
    exchange: answering("registration", (reply) =>
      isGood(reply) ? { status: 202, headers: {}, body: "" } : reply
    )
  })
}
