import type { Flaw } from "../Flaw.ts"
import { answeringWith, jsonIn, withDetails } from "../exchanges.ts"

export const longNameCut: Flaw = {
  name: "long-name-cut",
  group: "register",
  sentence: "The fund keeps forty letters of a name, and answers what it kept.",
  killedBy: ["REGISTER-2.3-5"],
  play: () => ({
    exchange: answeringWith("registration", (body, call) =>
      withDetails(body, { member_name: String(jsonIn(call)["family_name"]).slice(0, 40) })
    )
  })
}
