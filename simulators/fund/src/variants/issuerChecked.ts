import type { OtherFund } from "../flaws/Flaw.ts"
import { claimsIn } from "../flaws/auth/tolerating.ts"

/** The address of the service in its tests. */
const ISSUER = "https://api.example.test"

export const issuerChecked: OtherFund = {
  name: "issuer-checked",
  sentence: "The fund's profile names the issuer of tokens, and the fund accepts no other.",
  options: { fund: "waratah" },
  play: () => ({
    profile: (profile) => ({ ...profile, check: { ...profile.check, issuer: ISSUER } }),
    security: async (request, check) =>
      claimsIn(request).iss === ISSUER ? check(request) : "The token's iss is another service."
  })
}
