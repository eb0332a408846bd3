import type { Flaw } from "../Flaw.ts"
import { crashed, refusing } from "../exchanges.ts"

export const apostropheCrash: Flaw = {
  name: "apostrophe-crash",
  group: "register",
  sentence: "The fund answers 500 to a name with an apostrophe.",
  killedBy: ["REGISTER-2.3-1"],
  play: () => ({
    exchange: refusing(
      ({ family_name, first_name }) => `${String(first_name)} ${String(family_name)}`.includes("'"),
      crashed
    )
  })
}
