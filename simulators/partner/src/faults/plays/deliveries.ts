/** How faults read a delivery, recognise and replace its answer, and change the delivery itself. */
import {
  decodeWebhook,
  signWebhook,
  type VerifiedWebhook,
  type WebhookPayload,
  WebhookRefused
} from "@embedded-super/partner-sdk"
import type { Call, Exchange, Reply } from "@embedded-super/simulator-kit"
import type { Delivery, Hooks } from "../Fault.ts"

/** Reads a delivery without verifying it. */
export const unverified = ({ body, headers }: Delivery): VerifiedWebhook => ({
  id: headers["webhook-id"] ?? "",
  sentAt: new Date(),
  ...decodeWebhook(body)
})

/** A refusal as of a wrong signature. */
export const refused = (): never => {
  throw new WebhookRefused("bad_signature")
}

export const signatureOf = ({ headers }: Delivery): string => headers["webhook-signature"] ?? ""

/** The same delivery with other signatures. */
export const signedWith = (delivery: Delivery, signature: string): Delivery => ({
  ...delivery,
  headers: { ...delivery.headers, "webhook-signature": signature }
})

export const isWebhook = ({ url }: Call): boolean => url === "/webhooks"

/** The payload of a delivery; undefined if it is none. */
export const payloadOf = ({ body }: Call): WebhookPayload | undefined => {
  try {
    return decodeWebhook(body).payload
  } catch {
    return undefined
  }
}

export const isOk = ({ status }: Reply): boolean => status >= 200 && status < 300

export const replied = (status: number, body = ""): Reply => ({
  status,
  headers: { "content-type": "application/json" },
  body
})

/** Answers `status` to a verified webhook if `isMeant` says so. Nothing else differs. */
export const refusing =
  (status: number, isMeant: (payload: WebhookPayload, call: Call) => boolean): Exchange =>
  async (call, serve) => {
    const reply = await serve(call)
    if (!isWebhook(call) || !isOk(reply)) return reply
    const payload = payloadOf(call)
    return payload !== undefined && isMeant(payload, call) ? replied(status) : reply
  }

/** Accepts a delivery also if its signature header and the right one are the same by `isSame`. */
export const comparingBy = (isSame: (right: string, header: string) => boolean): Hooks => ({
  verify: async (delivery, verify) => {
    const read = unverified(delivery)
    const { body, headers, secrets } = delivery
    const at = Number(headers["webhook-timestamp"]) * 1000
    for (const secret of [secrets[read.payload.product_id] ?? []].flat()) {
      const right = await signWebhook({ id: read.id, at, body }, secret)
      if (isSame(right["webhook-signature"], signatureOf(delivery))) return read
    }
    return verify(delivery)
  }
})

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

/** Answers `reply` to every ninth delivery, and doesn't read it. */
export const everyNinth = (reply: Reply): Hooks => {
  let count = 0
  return { exchange: (call, serve) => (isWebhook(call) && ++count % 9 === 0 ? reply : serve(call)) }
}
