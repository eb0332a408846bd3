import type { OtherFund } from "../flaws/Flaw.ts"
import { onOperations, problem } from "../flaws/exchanges.ts"

export const forbiddenForUnauthenticated: OtherFund = {
  name: "forbidden-for-unauthenticated",
  sentence: "The fund answers 403 where others answer 401.",
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status === 401 ? problem(403, "forbidden", "Not permitted") : reply
    })
  })
}
