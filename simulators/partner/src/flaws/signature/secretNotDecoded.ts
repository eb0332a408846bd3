import type { Flaw } from "../Flaw.ts"

export const secretNotDecoded: Flaw = {
  name: "secret-not-decoded",
  group: "signature",
  sentence: "Takes the letters of the secret for its bytes.",
  killedBy: ["SIGNATURE-2.1-1"],
  play: () => ({
    verify: (delivery, verify) => {
      const secrets = Object.fromEntries(
        Object.entries(delivery.secrets).map(([product, all]) => [
          product,
          [all].flat().map((secret) => `whsec_${btoa(secret.slice("whsec_".length))}`)
        ])
      )
      return verify({ ...delivery, secrets })
    }
  })
}
