import type { Flaw } from "../Flaw.ts"

export const everySecretTried: Flaw = {
  name: "every-secret-tried",
  group: "signature",
  sentence: "Accepts a delivery that any product's secret fits.",
  killedBy: ["SIGNATURE-2.1-9"],
  play: () => ({
    verify: (delivery, verify) => {
      const all = Object.values(delivery.secrets).flat()
      const secrets = Object.fromEntries(Object.keys(delivery.secrets).map((product) => [product, all]))
      return verify({ ...delivery, secrets })
    }
  })
}
