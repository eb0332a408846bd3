import type { Flaw } from "../Flaw.ts"
import { completing } from "../exchanges.ts"

export const emailNotRequired: Flaw = {
  name: "email-not-required",
  group: "schema",
  sentence: "The fund registers a person without an e-mail address, which its profile requires.",
  killedBy: ["SCHEMA-7-1"],
  play: () => ({ exchange: completing((field) => field === "email") })
}
