import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const longNameRefused: Flaw = {
  name: "long-name-refused",
  group: "register",
  sentence: "The fund refuses a name of sixty letters.",
  killedBy: ["REGISTER-2.3-5"],
  play: () => ({ exchange: refusing(({ family_name }) => String(family_name).length > 50) })
}
