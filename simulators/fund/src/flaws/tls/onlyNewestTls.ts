import type { Flaw } from "../Flaw.ts"

export const onlyNewestTls: Flaw = {
  name: "only-newest-tls",
  group: "tls",
  sentence: "The fund refuses TLS 1.2.",
  killedBy: ["TLS-8-4"],
  play: () => ({ tls: (settings) => ({ ...settings, minVersion: "TLSv1.3" }) })
}
