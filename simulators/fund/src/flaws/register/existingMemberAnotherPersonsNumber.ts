import type { Flaw } from "../Flaw.ts"
import { toMembers, withNumber } from "../exchanges.ts"

export const existingMemberAnotherPersonsNumber: Flaw = {
  name: "existing-member-another-persons-number",
  group: "register",
  sentence: "The fund answers a person who is a member already with the number of the latest new member.",
  killedBy: ["REGISTER-4.2-7"],
  play: () => ({ exchange: toMembers((reply, latest) => withNumber(reply, latest)) })
}
