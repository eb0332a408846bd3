import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const emailWithPlusRefused: Flaw = {
  name: "email-with-plus-refused",
  group: "register",
  sentence: "The fund refuses an e-mail address with a plus.",
  killedBy: ["REGISTER-2.3-14"],
  play: () => ({ exchange: refusing(({ email }) => String(email ?? "").includes("+")) })
}
