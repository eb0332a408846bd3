import type { Flaw } from "../Flaw.ts"
import { answering, jsonIn } from "../exchanges.ts"

export const tfnInHeader: Flaw = {
  name: "tfn-in-header",
  group: "privacy",
  sentence: "The fund answers with the tax file number in a header.",
  killedBy: ["PRIVACY-2.3-1"],
  play: () => ({
    exchange: answering("registration", (reply, call) => ({
      ...reply,
      headers: { ...reply.headers, "x-member-key": String(jsonIn(call)["tfn"] ?? "none") }
    }))
  })
}
