import type { Flaw } from "../Flaw.ts"

export const oneMinuteTolerance: Flaw = {
  name: "one-minute-tolerance",
  group: "signature",
  sentence: "Refuses deliveries that were signed more than a minute ago.",
  killedBy: ["SIGNATURE-2.1-3"],
  play: () => ({
    verify: (delivery, verify) =>
      verify({ ...delivery, options: { ...delivery.options, toleranceSeconds: 60 } })
  })
}
