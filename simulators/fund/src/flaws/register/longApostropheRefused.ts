import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const longApostropheRefused: Flaw = {
  name: "long-apostrophe-refused",
  group: "register",
  sentence: "The fund refuses an apostrophe in a family name of more than twelve letters.",
  killedBy: ["REGISTER-2.3-13"],
  play: () => ({
    exchange: refusing(({ family_name }) => /'/.test(String(family_name)) && String(family_name).length > 12)
  })
}
