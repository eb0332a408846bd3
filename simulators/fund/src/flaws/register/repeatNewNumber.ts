import type { Flaw } from "../Flaw.ts"
import { keyOf, numbering } from "../exchanges.ts"

export const repeatNewNumber: Flaw = {
  name: "repeat-new-number",
  group: "register",
  sentence: "The fund gives a repeat with the same Idempotency-Key another member number.",
  killedBy: ["REGISTER-4.2-1"],
  play: () => {
    let calls = 0
    const seen = new Set<string>()
    return {
      exchange: numbering((number, call) => {
        const isRepeat = seen.has(keyOf(call))
        seen.add(keyOf(call))
        return isRepeat ? `${number}${++calls}` : number
      })
    }
  }
}
