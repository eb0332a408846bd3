import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const oldPersonRefused: Flaw = {
  name: "old-person-refused",
  group: "register",
  sentence: "The fund refuses a person born before 1950.",
  killedBy: ["REGISTER-2.3-11"],
  play: () => ({ exchange: refusing(({ date_of_birth }) => String(date_of_birth) < "1950") })
}
