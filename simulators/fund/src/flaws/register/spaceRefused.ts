import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const spaceRefused: Flaw = {
  name: "space-refused",
  group: "register",
  sentence: "The fund refuses a family name of two words.",
  killedBy: ["REGISTER-2.3-3"],
  play: () => ({ exchange: refusing(({ family_name }) => String(family_name).includes(" ")) })
}
