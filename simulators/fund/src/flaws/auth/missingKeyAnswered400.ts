import type { Flaw } from "../Flaw.ts"
import { invalid, onOperations } from "../exchanges.ts"

export const missingKeyAnswered400: Flaw = {
  name: "missing-key-answered-400",
  group: "auth",
  sentence: "The fund answers 400 to a call without a key.",
  killedBy: ["AUTH-7-1"],
  play: () => ({
    exchange: onOperations((call, serve) =>
      call.headers["x-auth-key"] === undefined ? invalid() : serve(call)
    )
  })
}
