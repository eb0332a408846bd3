import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const accentWithHyphenRefused: Flaw = {
  name: "accent-with-hyphen-refused",
  group: "register",
  sentence: "The fund refuses a first name with an accent and a hyphen.",
  killedBy: ["REGISTER-2.3-13"],
  play: () => ({
    exchange: refusing(({ first_name }) => /(?=.*-).*[^ -~]/.test(String(first_name)))
  })
}
