import type { Flaw } from "../Flaw.ts"
import { toMembers, withAnswer } from "../exchanges.ts"

export const existingMemberWithoutNumber: Flaw = {
  name: "existing-member-without-number",
  group: "register",
  sentence: "The fund answers a person who is a member already without the member number.",
  killedBy: ["REGISTER-4.2-7"],
  play: () => ({ exchange: toMembers((reply) => withAnswer(reply, { member_details: {} })) })
}
