import type { OtherFund } from "../flaws/Flaw.ts"

export const callersByAccessToken: OtherFund = {
  name: "callers-by-access-token",
  sentence: "The fund recognises its caller by an access token of its own.",
  options: { fund: "kurrajong" },
  play: () => ({})
}
