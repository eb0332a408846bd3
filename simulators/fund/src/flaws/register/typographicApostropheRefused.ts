import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const typographicApostropheRefused: Flaw = {
  name: "typographic-apostrophe-refused",
  group: "register",
  sentence: "The fund refuses a name with a typographic apostrophe.",
  killedBy: ["REGISTER-2.3-8"],
  play: () => ({
    exchange: refusing(({ family_name, first_name }) =>
      /\u2019/.test(`${String(first_name)} ${String(family_name)}`)
    )
  })
}
