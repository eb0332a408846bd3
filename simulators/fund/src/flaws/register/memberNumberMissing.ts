import type { Flaw } from "../Flaw.ts"
import { answeringWith } from "../exchanges.ts"

export const memberNumberMissing: Flaw = {
  name: "member-number-missing",
  group: "register",
  sentence: "The fund answers without a member number.",
  killedBy: ["REGISTER-2.4-2"],
  play: () => ({ exchange: answeringWith("registration", (body) => ({ ...body, member_details: {} })) })
}
