import type { Flaw } from "../Flaw.ts"

export const olderTlsAccepted: Flaw = {
  name: "older-tls-accepted",
  group: "tls",
  sentence: "The fund accepts TLS 1.1.",
  killedBy: ["TLS-8-3"],
  play: () => ({ tls: (settings) => ({ ...settings, minVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" }) })
}
