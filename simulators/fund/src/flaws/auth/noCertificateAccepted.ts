import type { Flaw } from "../Flaw.ts"
import { tolerating } from "./tolerating.ts"

export const noCertificateAccepted: Flaw = {
  name: "no-certificate-accepted",
  group: "auth",
  sentence: "The fund accepts callers without a certificate.",
  killedBy: ["AUTH-7-1"],
  options: { fund: "grevillea" },
  play: () => tolerating((_, reason) => /this connection has none/.test(reason))
}
