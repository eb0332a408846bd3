import type { Exchange, Reply } from "@embedded-super/simulator-kit"
import { isWebhook } from "./deliveries.ts"

/** Answers `refusal` to a delivery that arrives while `most` others are being served. */
export const crowded = (most: number, refusal: Reply): Exchange => {
  let served = 0
  return async (call, serve) => {
    if (!isWebhook(call)) return serve(call)
    if (served >= most) return refusal
    served++
    try {
      return await serve(call)
    } finally {
      served--
    }
  }
}
