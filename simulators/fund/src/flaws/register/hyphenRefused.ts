import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const hyphenRefused: Flaw = {
  name: "hyphen-refused",
  group: "register",
  sentence: "The fund refuses a name with a hyphen.",
  killedBy: ["REGISTER-2.3-3"],
  play: () => ({
    exchange: refusing(({ family_name, first_name }) =>
      `${String(first_name)} ${String(family_name)}`.includes("-")
    )
  })
}
