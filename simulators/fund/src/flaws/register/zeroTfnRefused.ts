import type { Flaw } from "../Flaw.ts"
import { refusing } from "../exchanges.ts"

export const zeroTfnRefused: Flaw = {
  name: "zero-tfn-refused",
  group: "register",
  sentence: "The fund reads the tax file number as a number, and refuses one that begins with a zero.",
  killedBy: ["REGISTER-2.3-15"],
  play: () => ({ exchange: refusing(({ tfn }) => String(tfn ?? "").startsWith("0")) })
}
