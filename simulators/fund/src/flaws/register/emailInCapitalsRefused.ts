import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const emailInCapitalsRefused: Flaw = {
  name: "email-in-capitals-refused",
  group: "register",
  sentence: "The fund refuses an e-mail address with capital letters.",
  killedBy: ["REGISTER-2.3-14"],
  play: () => ({ exchange: refusing(({ email }) => /[A-Z]/.test(String(email ?? ""))) })
}
