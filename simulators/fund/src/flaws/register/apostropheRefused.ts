import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const apostropheRefused: Flaw = {
  name: "apostrophe-refused",
  group: "register",
  sentence: "The fund refuses a name with an apostrophe.",
  killedBy: ["REGISTER-2.3-1"],
  play: () => ({
    exchange: refusing(({ family_name, first_name }) =>
      `${String(first_name)} ${String(family_name)}`.includes("'")
    )
  })
}
