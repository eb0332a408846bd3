import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const fullNameTooLong: Flaw = {
  name: "full-name-too-long",
  group: "register",
  sentence: "The fund refuses first and family names of more than 40 letters together.",
  killedBy: ["REGISTER-2.3-13"],
  play: () => ({
    exchange: refusing(
      ({ family_name, first_name = "" }) => String(first_name).length + String(family_name).length > 40
    )
  })
}
