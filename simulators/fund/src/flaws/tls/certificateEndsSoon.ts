import type { Flaw } from "../Flaw.ts"
import { certifiedBy } from "./certifiedBy.ts"

const DAY = 24 * 3_600_000

export const certificateEndsSoon: Flaw = {
  name: "certificate-ends-soon",
  group: "tls",
  sentence: "The fund's certificate, of a strange authority, ends in five days.",
  killedBy: ["TLS-5-4"],
  play: () =>
    certifiedBy({ notBefore: new Date(Date.now() - 85 * DAY), notAfter: new Date(Date.now() + 5 * DAY) })
}
