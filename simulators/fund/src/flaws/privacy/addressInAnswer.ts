import type { Flaw } from "../Flaw.ts"
import { answeringWith, jsonIn, withDetails } from "../exchanges.ts"

export const addressInAnswer: Flaw = {
  name: "address-in-answer",
  group: "privacy",
  sentence: "The fund answers with the address.",
  killedBy: ["PRIVACY-2.3-2"],
  play: () => ({
    exchange: answeringWith("registration", (body, call) =>
      withDetails(body, { address: jsonIn(call)["address_line_1"] })
    )
  })
}
