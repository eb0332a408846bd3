/** How flaws read a delivery, tell its answer, and make another. */
import {
  decodeWebhook,
  WebhookRefused,
  type VerifiedWebhook,
  type WebhookPayload
} from "@embedded-super/partner-sdk"
import type { Call, Reply } from "@embedded-super/simulator-kit"
import type { Delivery } from "../Flaw.ts"

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
