import { isConversion } from "../calls.ts"
import type { Flaw } from "../Flaw.ts"

export const noIdempotencyKey: Flaw = {
  name: "no-idempotency-key",
  group: "duplicate",
  sentence: "Creates sessions without an Idempotency-Key.",
  killedBy: ["DUPLICATE-3-7"],
  play: () => ({
    call: (request, send) => {
      if (!isConversion(request)) return send(request)
      const headers = new Headers(request.headers)
      headers.delete("Idempotency-Key")
      return send(new Request(request, { headers }))
    }
  })
}
