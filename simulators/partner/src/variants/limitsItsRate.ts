import { isWebhook } from "../flaws/deliveries.ts"
import type { OtherPartner } from "../flaws/Flaw.ts"

const MOST = 60
const PER_SECOND = 40

export const limitsItsRate: OtherPartner = {
  name: "limits-its-rate",
  sentence: `Takes ${MOST} deliveries at once and ${PER_SECOND} a second, and answers others 429 with Retry-After.`,
  play: () => {
    let left = MOST
    let filledAt = performance.now()
    return {
      exchange: (call, serve) => {
        if (!isWebhook(call)) return serve(call)
        const now = performance.now()
        left = Math.min(MOST, left + ((now - filledAt) / 1000) * PER_SECOND)
        filledAt = now
        if (left < 1) return { status: 429, headers: { "retry-after": "1" }, body: "" }
        left--
        return serve(call)
      }
    }
  }
}
