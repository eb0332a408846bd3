import type { WebhookPayload } from "@embedded-super/partner-sdk"
import type { Call, Exchange } from "@embedded-super/simulator-kit"
import { isOk, isWebhook, payloadOf, replied } from "./deliveries.ts"

/** Answers `status` to a verified webhook if `isMeant` says so. Nothing else differs. */
export const refusing =
  (status: number, isMeant: (payload: WebhookPayload, call: Call) => boolean): Exchange =>
  async (call, serve) => {
    const reply = await serve(call)
    if (!isWebhook(call) || !isOk(reply)) return reply
    const payload = payloadOf(call)
    return payload !== undefined && isMeant(payload, call) ? replied(status) : reply
  }
