/** Funds whose TLS or certificate is wrong. */
import { ofGroup } from "./Fault.ts"
import { certifiedBy, servingBoth } from "./plays/servers.ts"

const DAY = 24 * 3_600_000

export const tls = ofGroup("tls", [
  {
    name: "oldest-tls-accepted",
    sentence: "The fund accepts TLS 1.0 and 1.1.",
    killedBy: ["TLS-8-2", "TLS-8-3"],
    finding: "fail: The fund accepts TLS 1.0.",
    play: () => ({ tls: (settings) => ({ ...settings, minVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0" }) })
  },
  {
    name: "older-tls-accepted",
    sentence: "The fund accepts TLS 1.1.",
    killedBy: ["TLS-8-3"],
    finding: "fail: The fund accepts TLS 1.1.",
    play: () => ({
      tls: (settings) => ({ ...settings, minVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" })
    })
  },
  {
    name: "only-newest-tls",
    sentence: "The fund refuses TLS 1.2.",
    killedBy: ["TLS-8-4"],
    finding: "warn: The fund refuses TLS 1.2.",
    play: () => ({ tls: (settings) => ({ ...settings, minVersion: "TLSv1.3" }) })
  },
  {
    name: "newest-tls-refused",
    sentence: "The fund refuses TLS 1.3.",
    killedBy: ["TLS-8-5"],
    finding: "warn: The fund refuses TLS 1.3.",
    play: () => ({ tls: (settings) => ({ ...settings, maxVersion: "TLSv1.2" }) })
  },
  {
    name: "strange-authority",
    sentence: "The fund's certificate comes from an authority that its profile doesn't name.",
    killedBy: ["TLS-5-1"],
    finding: "fail: The fund's certificate doesn't lead to an authority that is trusted.",
    play: () => certifiedBy({ notBefore: new Date("2026-01-01"), notAfter: new Date("2096-01-01") })
  },
  {
    name: "certificate-expired",
    sentence: "The fund's certificate has expired.",
    killedBy: ["TLS-5-1"],
    finding: "fail: The fund's certificate has expired.",
    play: () => certifiedBy({ notBefore: new Date("2020-01-01"), notAfter: new Date("2021-01-01") })
  },
  {
    name: "certificate-ends-soon",
    sentence: "The fund's certificate, of a strange authority, ends in five days.",
    killedBy: ["TLS-5-4"],
    finding: "warn: The fund's certificate ends soon.",
    play: () =>
      certifiedBy({ notBefore: new Date(Date.now() - 85 * DAY), notAfter: new Date(Date.now() + 5 * DAY) })
  },
  {
    name: "plain-http-served",
    sentence: "The fund serves its operations over plain http too.",
    killedBy: ["TLS-5-3"],
    finding: "fail: The fund serves its operations over plain http too.",
    play: () => ({ server: servingBoth })
  }
])
