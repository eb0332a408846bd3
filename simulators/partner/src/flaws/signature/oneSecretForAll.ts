import type { Flaw } from "../Flaw.ts"

export const oneSecretForAll: Flaw = {
  name: "one-secret-for-all",
  group: "signature",
  sentence: "Verifies the webhooks of every product with the first one's secret.",
  killedBy: ["SIGNATURE-2.1-1"],
  play: () => ({
    verify: (delivery, verify) => {
      const [first = []] = Object.values(delivery.secrets)
      const secrets = Object.fromEntries(Object.keys(delivery.secrets).map((product) => [product, first]))
      return verify({ ...delivery, secrets })
    }
  })
}
