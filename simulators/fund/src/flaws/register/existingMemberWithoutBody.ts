import type { Flaw } from "../Flaw.ts"
import { toMembers } from "../exchanges.ts"

export const existingMemberWithoutBody: Flaw = {
  name: "existing-member-without-body",
  group: "register",
  sentence: "The fund answers 204 without a body to a person who is a member already.",
  killedBy: ["REGISTER-4.2-7"],
  play: () => ({ exchange: toMembers(() => ({ status: 204, headers: {}, body: "" })) })
}
