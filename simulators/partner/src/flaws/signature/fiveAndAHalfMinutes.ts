import type { Flaw } from "../Flaw.ts"

export const fiveAndAHalfMinutes: Flaw = {
  name: "five-and-a-half-minutes",
  group: "signature",
  sentence: "Accepts deliveries for five and a half minutes.",
  killedBy: ["SIGNATURE-2.1-23"],
  play: () => ({
    verify: (delivery, verify) =>
      verify({ ...delivery, options: { ...delivery.options, toleranceSeconds: 330 } })
  })
}
