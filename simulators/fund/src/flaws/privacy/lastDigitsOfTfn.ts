import type { Flaw } from "../Flaw.ts"
import { answeringWith, jsonIn, withDetails } from "../exchanges.ts"

export const lastDigitsOfTfn: Flaw = {
  name: "last-digits-of-tfn",
  group: "privacy",
  sentence: "The fund answers with the last three digits of the tax file number.",
  killedBy: ["PRIVACY-2.3-1"],
  play: () => ({
    exchange: answeringWith("registration", (body, call) =>
      withDetails(body, { reference: `TFN ending ${String(jsonIn(call)["tfn"] ?? "").slice(-3)}` })
    )
  })
}
