import type { Flaw } from "../Flaw.ts"

export const firstSecretOnly: Flaw = {
  name: "first-secret-only",
  group: "rotation",
  sentence: "Verifies with the first of its two secrets alone.",
  killedBy: ["ROTATION-2.1-5"],
  play: () => ({
    verify: (delivery, verify) => {
      const secrets = Object.fromEntries(
        Object.entries(delivery.secrets).map(([product, all]) => [product, [all].flat().slice(0, 1)])
      )
      return verify({ ...delivery, secrets })
    }
  })
}
