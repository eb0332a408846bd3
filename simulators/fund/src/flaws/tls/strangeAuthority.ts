import type { Flaw } from "../Flaw.ts"
import { certifiedBy } from "./certifiedBy.ts"

export const strangeAuthority: Flaw = {
  name: "strange-authority",
  group: "tls",
  sentence: "The fund's certificate comes from an authority that its profile doesn't name.",
  killedBy: ["TLS-5-1"],
  play: () => certifiedBy({ notBefore: new Date("2026-01-01"), notAfter: new Date("2096-01-01") })
}
