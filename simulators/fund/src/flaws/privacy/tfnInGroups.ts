import type { Flaw } from "../Flaw.ts"
import { answeringWith, jsonIn, withDetails } from "../exchanges.ts"

export const tfnInGroups: Flaw = {
  name: "tfn-in-groups",
  group: "privacy",
  sentence: "The fund answers with the tax file number, written in groups of three digits.",
  killedBy: ["PRIVACY-2.3-1"],
  play: () => ({
    exchange: answeringWith("registration", (body, call) =>
      withDetails(body, { reference: String(jsonIn(call)["tfn"] ?? "").replace(/(\d{3})(?=\d)/g, "$1 ") })
    )
  })
}
