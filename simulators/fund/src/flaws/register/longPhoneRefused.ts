import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const longPhoneRefused: Flaw = {
  name: "long-phone-refused",
  group: "register",
  sentence: "The fund refuses a phone number of more than twelve digits.",
  killedBy: ["REGISTER-2.3-10"],
  play: () => ({ exchange: refusing(({ phone_number }) => String(phone_number ?? "").length > 13) })
}
