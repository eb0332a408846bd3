import type { Flaw } from "../Flaw.ts"
import { tolerating } from "./tolerating.ts"

export const anyCertificateAccepted: Flaw = {
  name: "any-certificate-accepted",
  group: "auth",
  sentence: "The fund accepts the certificate of every authority.",
  killedBy: ["AUTH-7-3"],
  options: { fund: "grevillea" },
  play: () => tolerating((_, reason) => /didn't issue the certificate/.test(reason))
}
