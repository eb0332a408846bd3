import type { Flaw } from "../Flaw.ts"
import { answeringWith, jsonIn, withDetails } from "../exchanges.ts"

export const localBirthDateInAnswer: Flaw = {
  name: "local-birth-date-in-answer",
  group: "privacy",
  sentence: "The fund answers with the date of birth as people write it, the day first.",
  killedBy: ["PRIVACY-2.3-2"],
  play: () => ({
    exchange: answeringWith("registration", (body, call) =>
      withDetails(body, { born: String(jsonIn(call)["date_of_birth"]).split("-").toReversed().join("/") })
    )
  })
}
