import type { RawBody, WebhookHeaders } from "../webhooks/verifySignature.ts"
import { type ProductSecrets, receiveWebhook, type VerifiedWebhook } from "../webhooks/verifyWebhook.ts"
import { WebhookRefused } from "../webhooks/WebhookRefused.ts"

export interface ReceiverOptions {
  /** The webhook secret, or secrets, of each product, by its id. */
  readonly secrets: ProductSecrets
  /**
   * Your handler of a webhook: store it, and fetch the entity later, because the answer waits for this. The same `id`
   * may arrive again. If it throws, the answer is 500 and the service sends the webhook again.
   */
  readonly onWebhook: (webhook: VerifiedWebhook) => void | Promise<void>
}

/** The answer to a delivery, which has no body unless it is a refusal's sentence. */
export interface ReceiverAnswer {
  readonly status: 204 | 400
  readonly sentence: string
}

/**
 * Verifies a delivery and passes it to `onWebhook`. Only untrusted deliveries are refused; unknown subjects are
 * accepted.
 */
export const takeWebhook = async (
  rawBody: RawBody,
  headers: WebhookHeaders,
  { onWebhook, secrets }: ReceiverOptions
): Promise<ReceiverAnswer> => {
  try {
    await onWebhook(await receiveWebhook(rawBody, headers, secrets))
    return { status: 204, sentence: "" }
  } catch (error) {
    if (error instanceof WebhookRefused) return { status: 400, sentence: error.message }
    throw error
  }
}

/** The error if a body parser has read the body before the receiver, so that its signature can't be verified. */
export class BodyWasParsed extends Error {
  override readonly name = "BodyWasParsed"

  constructor(remedy: string) {
    super(`The webhook's body was parsed before it was verified. ${remedy}`)
  }
}
