import type { Flaw } from "../Flaw.ts"

export const issuerUnchecked: Flaw = {
  name: "issuer-unchecked",
  group: "auth",
  sentence: "The fund says which issuer of tokens it expects, and accepts others.",
  killedBy: ["AUTH-5-22"],
  options: { fund: "waratah" },
  play: () => ({
    profile: (profile) => ({ ...profile, check: { ...profile.check, issuer: "https://service.example" } })
  })
}
