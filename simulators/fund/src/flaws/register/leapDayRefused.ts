import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const leapDayRefused: Flaw = {
  name: "leap-day-refused",
  group: "register",
  sentence: "The fund refuses a birth on a leap day.",
  killedBy: ["REGISTER-2.3-6"],
  play: () => ({ exchange: refusing(({ date_of_birth }) => String(date_of_birth).endsWith("-02-29")) })
}
