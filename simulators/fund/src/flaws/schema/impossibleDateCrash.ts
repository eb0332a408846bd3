import type { Flaw } from "../Flaw.ts"
import { crashed, refusing } from "../exchanges.ts"

const exists = (day: string): boolean => new Date(day).toJSON()?.slice(0, 10) === day

export const impossibleDateCrash: Flaw = {
  name: "impossible-date-crash",
  group: "schema",
  sentence: "The fund answers 500 to a day that is not in the calendar.",
  killedBy: ["SCHEMA-7-4"],
  play: () => ({
    exchange: refusing(
      ({ date_of_birth }) => typeof date_of_birth === "string" && !exists(date_of_birth),
      crashed
    )
  })
}
