import type { Flaw } from "../Flaw.ts"
import { onOperations, problem } from "../exchanges.ts"

export const charsetRefused: Flaw = {
  name: "charset-refused",
  group: "transport",
  sentence: "The fund refuses application/json with a charset.",
  killedBy: ["TRANSPORT-4.2-1"],
  play: () => ({
    exchange: onOperations((call, serve) =>
      /charset/i.test(call.headers["content-type"] ?? "")
        ? problem(415, "unsupported_media_type", "The content type is not supported")
        : serve(call)
    )
  })
}
