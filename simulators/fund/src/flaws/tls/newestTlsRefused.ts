import type { Flaw } from "../Flaw.ts"

export const newestTlsRefused: Flaw = {
  name: "newest-tls-refused",
  group: "tls",
  sentence: "The fund refuses TLS 1.3.",
  killedBy: ["TLS-8-5"],
  play: () => ({ tls: (settings) => ({ ...settings, maxVersion: "TLSv1.2" }) })
}
