import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const foreignPhoneRefused: Flaw = {
  name: "foreign-phone-refused",
  group: "register",
  sentence: "The fund refuses a phone number of another country.",
  killedBy: ["REGISTER-2.3-10"],
  play: () => ({ exchange: refusing(({ phone_number }) => !String(phone_number ?? "+61").startsWith("+61")) })
}
