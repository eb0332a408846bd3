import type { OtherFund } from "../flaws/Flaw.ts"
import { onOperations } from "../flaws/exchanges.ts"

export const unhurried: OtherFund = {
  name: "unhurried",
  sentence: "The fund answers late, within the limits.",
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      await new Promise((passed) => setTimeout(passed, 60))
      return serve(call)
    })
  })
}
