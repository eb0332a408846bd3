import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const emailWithApostropheRefused: Flaw = {
  name: "email-with-apostrophe-refused",
  group: "register",
  sentence: "The fund refuses an e-mail address with an apostrophe.",
  killedBy: ["REGISTER-2.3-14"],
  play: () => ({ exchange: refusing(({ email }) => String(email ?? "").includes("'")) })
}
