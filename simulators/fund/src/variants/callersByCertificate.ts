import type { OtherFund } from "../flaws/Flaw.ts"

export const callersByCertificate: OtherFund = {
  name: "callers-by-certificate",
  sentence: "The fund recognises its caller by a certificate.",
  options: { fund: "grevillea" },
  play: () => ({})
}
