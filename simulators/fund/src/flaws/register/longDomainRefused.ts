import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const longDomainRefused: Flaw = {
  name: "long-domain-refused",
  group: "register",
  sentence: "The fund refuses an e-mail address whose last part has more than four letters.",
  killedBy: ["REGISTER-2.3-14"],
  play: () => ({ exchange: refusing(({ email }) => /\.[a-z]{5,}$/.test(String(email ?? ""))) })
}
