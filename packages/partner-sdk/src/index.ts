export { type ClientOptions, createClient, type PartnerClient } from "./createClient.ts"
export {
  type FetchedEntity,
  EntityNotFetched,
  fetchEntity,
  type FetchEntityOptions,
  type NotFetched
} from "./fetchEntity.ts"
export type * from "./types.ts"
export type { RawBody } from "./webhooks/bytes.ts"
export { decodeWebhook, isWebhookEvent, type Webhook } from "./webhooks/decodeWebhook.ts"
export { type ProductSecrets, receiveWebhook } from "./webhooks/receiveWebhook.ts"
export { signWebhook, type UnsignedDelivery } from "./webhooks/signWebhook.ts"
export {
  type VerifiedDelivery,
  verifySignature,
  type VerifyOptions,
  type WebhookHeaders
} from "./webhooks/verifySignature.ts"
export { type VerifiedWebhook, verifyWebhook } from "./webhooks/verifyWebhook.ts"
export { type WebhookRefusal, WebhookRefused } from "./webhooks/WebhookRefused.ts"
