export { CallRefused, type PartnerApiProblem } from "./client/CallRefused.ts"
export { type ClientOptions, createClient, type PartnerClient } from "./client/createClient.ts"
export {
  type EventBatch,
  eventsSince,
  type EventsSinceOptions,
  type FeedEvent
} from "./client/eventsSince.ts"
export { listAll, type ListItem, type ListOptions, type ListPath } from "./client/listAll.ts"
export type { RetryOptions } from "./client/retrying.ts"
export {
  type FetchedEntity,
  EntityNotFetched,
  fetchEntity,
  type FetchEntityOptions,
  type NotFetched
} from "./fetchEntity.ts"
export type * from "./types.ts"
export {
  decodeWebhook,
  isWebhookEvent,
  type ProductSecrets,
  receiveWebhook,
  type VerifiedWebhook,
  verifyWebhook,
  type Webhook
} from "./webhooks/verifyWebhook.ts"
export {
  type RawBody,
  signWebhook,
  type UnsignedDelivery,
  type VerifiedDelivery,
  verifySignature,
  type VerifyOptions,
  type WebhookHeaders
} from "./webhooks/verifySignature.ts"
export { type WebhookRefusal, WebhookRefused } from "./webhooks/WebhookRefused.ts"
