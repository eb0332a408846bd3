import type { RawBody } from "./bytes.ts"
import { decodeWebhook } from "./decodeWebhook.ts"
import { verifySignature, type VerifyOptions, type WebhookHeaders } from "./verifySignature.ts"
import type { VerifiedWebhook } from "./verifyWebhook.ts"
import { WebhookRefused } from "./WebhookRefused.ts"

/** The webhook secret, or secrets, of each product, by its id; or the public keys of its partner account. */
export type ProductSecrets = Readonly<Record<string, string | ReadonlyArray<string>>>

/**
 * Verifies a delivery with the secrets of its product, and reads it: for receivers of several products' webhooks at one
 * URL. A product's secret is valid for that product only.
 */
export const receiveWebhook = async (
  rawBody: RawBody,
  headers: WebhookHeaders,
  secrets: ProductSecrets,
  options?: VerifyOptions
): Promise<VerifiedWebhook> => {
  // The product is read from an unverified body; a forged one can only select a wrong secret.
  const webhook = decodeWebhook(rawBody)
  const { product_id } = webhook.payload
  const known = Object.hasOwn(secrets, product_id) ? secrets[product_id] : undefined
  if (known === undefined) throw new WebhookRefused("unknown_product")
  return { ...(await verifySignature(rawBody, headers, known, options)), ...webhook }
}
