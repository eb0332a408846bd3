import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const leadingZeroPostcodeRefused: Flaw = {
  name: "leading-zero-postcode-refused",
  group: "register",
  sentence: "The fund reads postcodes as numbers, and refuses those that begin with a zero.",
  killedBy: ["REGISTER-2.3-9"],
  play: () => ({ exchange: refusing(({ postcode }) => String(Number(postcode)).length < 4) })
}
