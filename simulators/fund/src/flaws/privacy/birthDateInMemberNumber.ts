import type { Flaw } from "../Flaw.ts"
import { jsonIn, numbering } from "../exchanges.ts"

export const birthDateInMemberNumber: Flaw = {
  name: "birth-date-in-member-number",
  group: "privacy",
  sentence: "The fund makes member numbers of the date of birth.",
  killedBy: ["PRIVACY-2.3-2"],
  play: () => ({
    exchange: numbering(
      (number, call) => `${String(jsonIn(call)["date_of_birth"]).replaceAll("-", "")}${number.slice(-4)}`
    )
  })
}
