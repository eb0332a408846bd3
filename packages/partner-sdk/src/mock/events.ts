import type { components } from "@embedded-super/contracts/types/partner-api"
import { webhookEvents, type WebhookEventName } from "@embedded-super/contracts/webhook-events"
import { entityOf, feedOf, fits, pageOf, urlOf } from "./answers.ts"
import type { Operations } from "./operation.ts"
import { Refusal } from "./Refusal.ts"
import { example } from "./spec.ts"
import { type MockProduct, ownOf, type ServiceState, type Stored } from "./state.ts"

type Schemas = components["schemas"]

/** The parts of an entity that its webhooks name. */
export interface Subject {
  readonly id: string
  readonly productId: string
  readonly data: { readonly remote_id: string }
}

/** The payload of an event's webhook. */
export const payloadOf = (
  state: ServiceState,
  { data, id, productId }: Subject,
  event: WebhookEventName
): Schemas["WebhookPayload"] => {
  const { subject } = webhookEvents[event]
  return {
    subject,
    event,
    id,
    remote_id: data.remote_id,
    url: urlOf(state, subject, id),
    product_id: productId,
    inserted_at: state.now(),
    version: "v1"
  }
}

/** Records an event of an entity, and a delivery of it if the product has a webhook URL that is switched on. */
export const recordEvent = (state: ServiceState, entity: Subject, event: WebhookEventName): void => {
  const payload = payloadOf(state, entity, event)
  const { productId } = entity
  const webhook_id = `msg_${state.nextId()}`
  state.events.push({ webhook_id, payload })
  const webhook = state.products.find((product) => product.id === productId)?.data.webhook
  if (webhook?.enabled !== true) return
  const id = state.nextId()
  const pending = example<Schemas["WebhookDeliveryAnswer"]>("deliveryPending").data
  const at = state.now()
  const delivery = { ...pending, id, webhook_id, product_id: productId, payload, url: webhook.url }
  state.deliveries.push({
    id,
    productId,
    data: { ...delivery, next_attempt_at: at, inserted_at: at, updated_at: at },
    version: 1
  })
}

/** Refuses to send to a product without a webhook URL that is switched on. */
export const requireWebhook = ({ data }: MockProduct): void => {
  if (data.webhook?.enabled !== true) throw new Refusal("webhook_not_configured")
}

const replay = (state: ServiceState, stored: Stored<Schemas["WebhookDelivery"]>): void => {
  const at = state.now()
  stored.data = { ...stored.data, status: "pending", delivered_at: null, next_attempt_at: at, updated_at: at }
  stored.version++
}

/** The events feed, oldest first, and deliveries. */
export const eventOperations = (state: ServiceState) =>
  ({
    listEvents: ({ product, query }) => {
      const own = state.events.filter(({ payload }) => payload.product_id === product.id)
      return { status: 200, body: { ...feedOf(own, query), version: "v1" } }
    },
    listWebhookDeliveries: ({ product, query }) => {
      const own = state.deliveries.filter(
        ({ data, productId }) =>
          productId === product.id &&
          fits(query, "status", data.status) &&
          fits(query, "subject", data.payload.subject) &&
          fits(query, "event", data.payload.event) &&
          fits(query, "entity_id", data.payload.id)
      )
      const { items, pagination } = pageOf(own, query)
      return { status: 200, body: { data: items.map(({ data }) => data), pagination, version: "v1" } }
    },
    getWebhookDelivery: ({ params, product }) => entityOf(ownOf(state.deliveries, product, params["id"])),
    replayWebhookDelivery: ({ params, product }) => {
      const stored = ownOf(state.deliveries, product, params["id"])
      requireWebhook(product)
      if (stored.data.status === "pending") throw new Refusal("delivery_not_replayable")
      replay(state, stored)
      return { ...entityOf(stored), status: 202 }
    },
    replayWebhookDeliveries: ({ body, product }) => {
      requireWebhook(product)
      const chosen = state.deliveries.filter(
        ({ data, productId }) =>
          productId === product.id &&
          ["delivered", "dead"].includes(data.status) &&
          data.inserted_at >= body.from &&
          data.inserted_at < body.to &&
          data.status === (body.status ?? data.status) &&
          data.payload.subject === (body.subject ?? data.payload.subject) &&
          data.payload.event === (body.event ?? data.payload.event) &&
          data.payload.id === (body.entity_id ?? data.payload.id)
      )
      for (const stored of chosen) replay(state, stored)
      const data = { deliveries_count: chosen.length, next_from: null }
      return { status: 202, body: { data, version: "v1" } }
    }
  }) satisfies Operations
