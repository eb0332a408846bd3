import type { OtherFund } from "../flaws/Flaw.ts"
import { onOperations } from "../flaws/exchanges.ts"

export const retryAfterAsDate: OtherFund = {
  name: "retry-after-as-date",
  sentence: "The fund says in Retry-After at what time it may be called again.",
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      return reply.status === 429
        ? {
            ...reply,
            headers: { ...reply.headers, "retry-after": new Date(Date.now() + 2000).toUTCString() }
          }
        : reply
    })
  })
}
