import type { Flaw } from "../Flaw.ts"
import { answeringWith, jsonIn, withDetails } from "../exchanges.ts"

export const leapDayMoved: Flaw = {
  name: "leap-day-moved",
  group: "register",
  sentence: "The fund moves a birth on a leap day to the first of March.",
  killedBy: ["REGISTER-2.3-6"],
  play: () => ({
    exchange: answeringWith("registration", (body, call) =>
      withDetails(body, { born: String(jsonIn(call)["date_of_birth"]).replace("-02-29", "-03-01") })
    )
  })
}
