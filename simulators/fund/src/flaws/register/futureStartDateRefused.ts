import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const futureStartDateRefused: Flaw = {
  name: "future-start-date-refused",
  group: "register",
  sentence: "The fund refuses an employment that hasn't begun.",
  killedBy: ["REGISTER-2.3-16"],
  play: () => ({
    exchange: refusing(
      ({ employment_start_date }) =>
        String(employment_start_date ?? "") > new Date().toISOString().slice(0, 10)
    )
  })
}
