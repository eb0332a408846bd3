import type { Flaw } from "../Flaw.ts"
import { onOperations } from "../exchanges.ts"

export const redirectsToSlash: Flaw = {
  name: "redirects-to-slash",
  group: "transport",
  sentence: "The fund redirects to the address with a slash at its end.",
  killedBy: ["TRANSPORT-4.2-7"],
  play: () => ({
    exchange: onOperations((call) => ({ status: 308, headers: { location: `${call.url}/` }, body: "" }))
  })
}
