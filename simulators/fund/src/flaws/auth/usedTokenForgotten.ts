import type { Flaw } from "../Flaw.ts"
import { claimsIn, tolerating } from "./tolerating.ts"

/** Milliseconds after the first repeat. */
const FORGOTTEN = 200

export const usedTokenForgotten: Flaw = {
  name: "used-token-forgotten",
  group: "auth",
  sentence: "The fund accepts a token again after a fifth of a second.",
  killedBy: ["AUTH-5-11"],
  options: { fund: "waratah" },
  play: () => {
    const firstUses = new Map<unknown, number>()
    return tolerating((request, reason) => {
      const { jti } = claimsIn(request)
      const first = firstUses.get(jti) ?? Date.now()
      firstUses.set(jti, first)
      return /jti was used before/.test(reason) && Date.now() - first > FORGOTTEN
    })
  }
}
