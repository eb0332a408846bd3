import type { RawBody } from "../webhooks/bytes.ts"
import { type ProductSecrets, receiveWebhook } from "../webhooks/receiveWebhook.ts"
import type { WebhookHeaders } from "../webhooks/verifySignature.ts"
import type { VerifiedWebhook } from "../webhooks/verifyWebhook.ts"
import { WebhookRefused } from "../webhooks/WebhookRefused.ts"

export interface ReceiverOptions {
  /** The webhook secret, or secrets, of each product, by its id. */
  readonly secrets: ProductSecrets
  /**
   * What to do with a webhook: keep it, and fetch the entity afterwards, for the answer waits for this. The same `id` may
   * come again. If it throws, the answer is 500 and the service sends the webhook again.
   */
  readonly onWebhook: (webhook: VerifiedWebhook) => void | Promise<void>
}

/** The answer to a delivery, which has no body unless it is a refusal's sentence. */
export interface ReceiverAnswer {
  readonly status: 204 | 400
  readonly sentence: string
}

/** Verifies a delivery and hands it on. Only what isn't to be trusted is refused; subjects that aren't known are taken. */
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

/** A body parser has read the body before the receiver could, and its signature can't be checked any more. */
export class BodyWasParsed extends Error {
  override readonly name = "BodyWasParsed"

  constructor(remedy: string) {
    super(`The webhook's body was parsed before it was verified. ${remedy}`)
  }
}
