import type { Flaw } from "../Flaw.ts"
import { answeringWith, jsonIn, withDetails } from "../exchanges.ts"

export const birthDateInAnswer: Flaw = {
  name: "birth-date-in-answer",
  group: "privacy",
  sentence: "The fund answers with the date of birth.",
  killedBy: ["PRIVACY-2.3-2"],
  play: () => ({
    exchange: answeringWith("registration", (body, call) =>
      withDetails(body, { date_of_birth: jsonIn(call)["date_of_birth"] })
    )
  })
}
