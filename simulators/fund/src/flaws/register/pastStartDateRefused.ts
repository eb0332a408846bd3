import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const pastStartDateRefused: Flaw = {
  name: "past-start-date-refused",
  group: "register",
  sentence: "The fund refuses an employment that has begun already.",
  killedBy: ["REGISTER-2.3-16"],
  play: () => ({
    exchange: refusing(
      ({ employment_start_date }) =>
        String(employment_start_date ?? "9999") < new Date().toISOString().slice(0, 10)
    )
  })
}
