import type { Flaw } from "../Flaw.ts"
import { certifiedBy } from "./certifiedBy.ts"

export const certificateExpired: Flaw = {
  name: "certificate-expired",
  group: "tls",
  sentence: "The fund's certificate has expired.",
  killedBy: ["TLS-5-1"],
  play: () => certifiedBy({ notBefore: new Date("2020-01-01"), notAfter: new Date("2021-01-01") })
}
