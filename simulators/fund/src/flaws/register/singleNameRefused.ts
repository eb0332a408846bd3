import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const singleNameRefused: Flaw = {
  name: "single-name-refused",
  group: "register",
  sentence: "The fund refuses a person with a single name.",
  killedBy: ["REGISTER-2.3-7"],
  play: () => ({ exchange: refusing((body) => !("first_name" in body)) })
}
