import type { Flaw } from "../Flaw.ts"

export const timestampNotChecked: Flaw = {
  name: "timestamp-not-checked",
  group: "signature",
  sentence: "Verifies the signature, and accepts any time.",
  killedBy: ["SIGNATURE-2.1-7", "SIGNATURE-2.1-8"],
  play: () => ({
    verify: (delivery, verify) => verify({ ...delivery, options: { toleranceSeconds: Infinity } })
  })
}
