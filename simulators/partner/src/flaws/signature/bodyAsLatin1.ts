import type { Flaw } from "../Flaw.ts"

export const bodyAsLatin1: Flaw = {
  name: "body-as-latin-1",
  group: "signature",
  sentence: "Makes a text of the body as if it were ISO 8859-1, and verifies that text.",
  killedBy: ["SIGNATURE-2.1-16"],
  play: () => ({
    verify: (delivery, verify) =>
      verify({ ...delivery, body: new TextEncoder().encode(Buffer.from(delivery.body).toString("latin1")) })
  })
}
