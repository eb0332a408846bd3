import { withIdempotencyKey } from "../calls.ts"
import type { Flaw } from "../Flaw.ts"

export const oneIdempotencyKey: Flaw = {
  name: "one-idempotency-key",
  group: "duplicate",
  sentence: "Creates all sessions with one Idempotency-Key.",
  killedBy: ["DUPLICATE-3-6"],
  play: () => ({ call: (request, send) => send(withIdempotencyKey(request, "create-session")) })
}
