import { withIdempotencyKey } from "../calls.ts"
import type { Flaw } from "../Flaw.ts"

export const newKeyForEachTry: Flaw = {
  name: "new-key-for-each-try",
  group: "duplicate",
  sentence: "Makes a new Idempotency-Key for each call.",
  killedBy: ["DUPLICATE-3-5"],
  play: () => ({ call: (request, send) => send(withIdempotencyKey(request, crypto.randomUUID())) })
}
