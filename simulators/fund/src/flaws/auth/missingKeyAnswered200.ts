import type { Flaw } from "../Flaw.ts"
import { json, onOperations } from "../exchanges.ts"

export const missingKeyAnswered200: Flaw = {
  name: "missing-key-answered-200",
  group: "auth",
  sentence: "The fund answers 200 with an error in the body to a call without a key.",
  killedBy: ["AUTH-7-1"],
  play: () => ({
    exchange: onOperations((call, serve) =>
      call.headers["x-auth-key"] === undefined ? json(200, { error: "unauthenticated" }) : serve(call)
    )
  })
}
