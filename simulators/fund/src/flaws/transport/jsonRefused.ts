import type { Flaw } from "../Flaw.ts"
import { onOperations, problem } from "../exchanges.ts"

export const jsonRefused: Flaw = {
  name: "json-refused",
  group: "transport",
  sentence: "The fund takes a media type of its own alone, and refuses application/json.",
  killedBy: ["TRANSPORT-4.2-11"],
  play: () => ({
    exchange: onOperations((call, serve) =>
      /^application\/vnd\.api\+json/i.test(call.headers["content-type"] ?? "")
        ? serve(call)
        : problem(415, "unsupported_media_type", "The content type is not supported")
    )
  })
}
