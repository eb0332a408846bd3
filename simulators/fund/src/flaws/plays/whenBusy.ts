import type { Reply, Unruly } from "@embedded-super/simulator-kit"
import { onOperations } from "./exchanges.ts"
import type { Hooks } from "../Flaw.ts"

const MOST = 5

/** Serves five calls at the same time, each for a moment, and answers others in another way. */
export const whenBusy = (answer: () => Reply | Unruly): Hooks => {
  let busy = 0
  return {
    exchange: onOperations(async (call, serve) => {
      if (busy >= MOST) return answer()
      busy++
      await new Promise((passed) => setTimeout(passed, 10))
      const reply = await serve(call)
      busy--
      return reply
    })
  }
}
