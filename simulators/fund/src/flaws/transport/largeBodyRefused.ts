import type { Flaw } from "../Flaw.ts"
import { onOperations, problem } from "../exchanges.ts"

export const largeBodyRefused: Flaw = {
  name: "large-body-refused",
  group: "transport",
  sentence: "The fund refuses bodies above four kilobytes.",
  killedBy: ["TRANSPORT-4.2-10"],
  play: () => ({
    exchange: onOperations((call, serve) =>
      call.body.length > 4096 ? problem(413, "payload_too_large", "The body is too large") : serve(call)
    )
  })
}
