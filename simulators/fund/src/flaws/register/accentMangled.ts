import type { Flaw } from "../Flaw.ts"
import { answeringWith, jsonIn, withDetails } from "../exchanges.ts"

export const accentMangled: Flaw = {
  name: "accent-mangled",
  group: "register",
  sentence: "The fund reads names as Latin-1, and answers the mangled name.",
  killedBy: ["REGISTER-2.3-2"],
  play: () => ({
    exchange: answeringWith("registration", (body, call) =>
      withDetails(body, { member_name: Buffer.from(String(jsonIn(call)["family_name"])).toString("latin1") })
    )
  })
}
