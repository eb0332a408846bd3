import type { Flaw } from "../Flaw.ts"
import { headerIn } from "./tolerating.ts"

export const keysNeverRenewed: Flaw = {
  name: "keys-never-renewed",
  group: "auth",
  sentence: "The fund reads the caller's keys once, and never again.",
  killedBy: ["AUTH-5-17"],
  options: { fund: "waratah" },
  play: () => {
    const known = new Set<unknown>()
    return {
      security: async (request, check) => {
        const { kid } = headerIn(request)
        if (known.size > 0 && !known.has(kid)) return "The token's kid is not among the caller's keys."
        const refusal = await check(request)
        if (refusal === undefined) known.add(kid)
        return refusal
      }
    }
  }
}
