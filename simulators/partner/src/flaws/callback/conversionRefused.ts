import { isConversion } from "../calls.ts"
import type { Flaw } from "../Flaw.ts"

export const conversionRefused: Flaw = {
  name: "conversion-refused",
  group: "callback",
  sentence: "Sends a field that the service doesn't know when it creates a session.",
  killedBy: ["CALLBACK-4.1-7"],
  play: () => ({
    call: (request, send) =>
      send(
        isConversion(request)
          ? new Request(request, { method: "POST", body: '{"source":"payroll"}' })
          : request
      )
  })
}
