import type { Flaw } from "../Flaw.ts"
import { onOperations, problem } from "../exchanges.ts"

export const mediaTypeByLetters: Flaw = {
  name: "media-type-by-letters",
  group: "transport",
  sentence: "The fund refuses application/json in capital letters.",
  killedBy: ["TRANSPORT-4.2-1"],
  play: () => ({
    exchange: onOperations((call, serve) =>
      (call.headers["content-type"] ?? "").startsWith("application/json")
        ? serve(call)
        : problem(415, "unsupported_media_type", "The content type is not supported")
    )
  })
}
