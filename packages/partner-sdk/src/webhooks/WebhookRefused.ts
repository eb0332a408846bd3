/** The reason why a delivery isn't trusted or readable. */
export type WebhookRefusal =
  | "missing_header"
  | "stale_timestamp"
  | "bad_signature"
  | "not_a_payload"
  | "unknown_product"

const sentences: Readonly<Record<WebhookRefusal, string>> = {
  missing_header: "webhook-id, webhook-timestamp or webhook-signature is missing.",
  stale_timestamp: "webhook-timestamp is too far from now.",
  bad_signature: "No signature in webhook-signature is right for this body.",
  not_a_payload: "The body is not a webhook payload.",
  unknown_product: "There is no secret for the product_id of this webhook."
}

/** The error for a refused delivery. Answer 400, and ignore its content. */
export class WebhookRefused extends Error {
  override readonly name = "WebhookRefused"
  readonly reason: WebhookRefusal

  constructor(reason: WebhookRefusal) {
    super(sentences[reason])
    this.reason = reason
  }
}
