import type { Flaw } from "../Flaw.ts"
import { answeringWith, jsonIn, withDetails } from "../exchanges.ts"

export const tfnAsBase64: Flaw = {
  name: "tfn-as-base64",
  group: "privacy",
  sentence: "The fund answers with the tax file number as base64.",
  killedBy: ["PRIVACY-2.3-1"],
  play: () => ({
    exchange: answeringWith("registration", (body, call) =>
      withDetails(body, { reference: Buffer.from(String(jsonIn(call)["tfn"] ?? "")).toString("base64") })
    )
  })
}
