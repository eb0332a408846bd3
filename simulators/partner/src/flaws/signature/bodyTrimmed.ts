import type { Flaw } from "../Flaw.ts"

export const bodyTrimmed: Flaw = {
  name: "body-trimmed",
  group: "signature",
  sentence: "Trims the body before it verifies it.",
  killedBy: ["SIGNATURE-2.1-2"],
  play: () => ({
    verify: (delivery, verify) =>
      verify({ ...delivery, body: Buffer.from(Buffer.from(delivery.body).toString().trim()) })
  })
}
