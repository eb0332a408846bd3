import type { Flaw } from "../Flaw.ts"
import { crashed, onOperations } from "../exchanges.ts"

export const missingKeyCrash: Flaw = {
  name: "missing-key-crash",
  group: "auth",
  sentence: "The fund answers 500 to a call without a key.",
  killedBy: ["AUTH-7-1"],
  play: () => ({
    exchange: onOperations((call, serve) =>
      call.headers["x-auth-key"] === undefined ? crashed() : serve(call)
    )
  })
}
