import type { Flaw } from "../Flaw.ts"

export const oldestTlsAccepted: Flaw = {
  name: "oldest-tls-accepted",
  group: "tls",
  sentence: "The fund accepts TLS 1.0 and 1.1.",
  killedBy: ["TLS-8-2", "TLS-8-3"],
  play: () => ({ tls: (settings) => ({ ...settings, minVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0" }) })
}
