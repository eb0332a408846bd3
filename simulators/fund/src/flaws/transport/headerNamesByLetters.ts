import type { Flaw } from "../Flaw.ts"
import { onOperations } from "../exchanges.ts"

export const headerNamesByLetters: Flaw = {
  name: "header-names-by-letters",
  group: "transport",
  sentence: "The fund finds X-Auth-Key only if its name is in small letters.",
  killedBy: ["TRANSPORT-4.2-9"],
  play: () => ({
    exchange: onOperations((call, serve) => {
      if (call.source.rawHeaders.includes("x-auth-key")) return serve(call)
      const { "x-auth-key": _, ...headers } = call.headers
      return serve({ ...call, headers })
    })
  })
}
