import type { OtherFund } from "../flaws/Flaw.ts"

export const callersByToken: OtherFund = {
  name: "callers-by-token",
  sentence: "The fund recognises its caller by a JWT.",
  options: { fund: "waratah" },
  play: () => ({})
}
