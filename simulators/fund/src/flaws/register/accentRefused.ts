import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const accentRefused: Flaw = {
  name: "accent-refused",
  group: "register",
  sentence: "The fund refuses a name with an accent.",
  killedBy: ["REGISTER-2.3-2"],
  play: () => ({
    exchange: refusing(({ family_name, first_name }) =>
      [...`${String(first_name)} ${String(family_name)}`].some((letter) => letter > "~")
    )
  })
}
