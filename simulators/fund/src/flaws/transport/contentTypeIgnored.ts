import type { Flaw } from "../Flaw.ts"
import { onOperations } from "../exchanges.ts"

export const contentTypeIgnored: Flaw = {
  name: "content-type-ignored",
  group: "transport",
  sentence: "The fund doesn't look at the content type of a call.",
  killedBy: ["TRANSPORT-4.2-2"],
  play: () => ({
    exchange: onOperations((call, serve) =>
      serve({ ...call, headers: { ...call.headers, "content-type": "application/json" } })
    )
  })
}
