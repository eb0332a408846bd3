import type { Flaw } from "../Flaw.ts"

export const bodyReserialised: Flaw = {
  name: "body-reserialised",
  group: "signature",
  sentence: "Verifies the body that it has parsed and written again.",
  killedBy: ["SIGNATURE-2.1-2"],
  play: () => ({
    verify: (delivery, verify) => {
      const text = JSON.stringify(JSON.parse(new TextDecoder().decode(delivery.body)))
      return verify({ ...delivery, body: new TextEncoder().encode(text) })
    }
  })
}
