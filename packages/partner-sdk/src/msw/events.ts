import type { components } from "@embedded-super/contracts/types/partner-api"
import type { WebhookEvent } from "../types.ts"
import type { Answers } from "./operation.ts"
import { Refusal } from "./Refusal.ts"
import { example } from "./spec.ts"
import { etagOf, ownOf, pageOf, type Stored, type World } from "./World.ts"

type Schemas = components["schemas"]

/** Records an event of an entity, and a delivery of it if the product has a webhook URL. */
export const recordEvent = (
  world: World,
  { data, id, productId }: Pick<Stored<{ readonly remote_id: string }>, "data" | "id" | "productId">,
  collection:
    | "employers"
    | "employees"
    | "onboarding-session"
    | "onboarding-session-intent"
    | "employer-issue",
  { event, subject }: Pick<WebhookEvent, "event" | "subject">
): void => {
  const payload: Schemas["WebhookPayload"] = {
    subject,
    event,
    id,
    remote_id: data.remote_id,
    url: `${world.baseUrl}/api/v1/${collection}/${id}`,
    product_id: productId,
    inserted_at: world.now(),
    version: "v1"
  }
  const webhook_id = `msg_${world.nextId()}`
  world.events.push({ webhook_id, payload })
  const url = world.products.find((product) => product.id === productId)?.data.webhook?.url
  if (url === undefined) return
  const deliveryId = world.nextId()
  const pending = example<Schemas["WebhookDeliveryAnswer"]>("deliveryPending").data
  const at = world.now()
  const delivery = { ...pending, id: deliveryId, webhook_id, product_id: productId, payload, url }
  world.deliveries.push({
    id: deliveryId,
    productId,
    data: { ...delivery, next_attempt_at: at, inserted_at: at, updated_at: at },
    version: 1
  })
}

const fits = (query: URLSearchParams, name: string, value: string): boolean =>
  (query.get(name) ?? value) === value

const replay = (world: World, stored: World["deliveries"][number]): void => {
  const at = world.now()
  stored.data = { ...stored.data, status: "pending", delivered_at: null, next_attempt_at: at, updated_at: at }
  stored.version++
}

/** The events feed, oldest first, and deliveries. */
export const eventAnswers = (world: World) =>
  ({
    listEvents: ({ product, query }) => {
      const own = world.events.filter(({ payload }) => payload.product_id === product.id)
      const from = Number(atob(query.get("after") ?? ""))
      const data = own.slice(from, from + Number(query.get("limit") ?? 25))
      const next = from + data.length
      const resume_cursor = btoa(String(next)).replace(/=+$/, "")
      const next_cursor = next < own.length ? resume_cursor : null
      return { status: 200, body: { data, pagination: { next_cursor, resume_cursor }, version: "v1" } }
    },
    listWebhookDeliveries: ({ product, query }) => {
      const own = world.deliveries.filter(
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
    getWebhookDelivery: ({ params, product }) => {
      const stored = ownOf(world.deliveries, product, params["id"])
      return { status: 200, body: { data: stored.data, version: "v1" }, headers: etagOf(stored) }
    },
    replayWebhookDelivery: ({ params, product }) => {
      const stored = ownOf(world.deliveries, product, params["id"])
      if (stored.data.status === "pending") throw new Refusal("delivery_not_replayable")
      replay(world, stored)
      return { status: 202, body: { data: stored.data, version: "v1" }, headers: etagOf(stored) }
    },
    replayWebhookDeliveries: ({ body, product }) => {
      const chosen = world.deliveries.filter(
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
      for (const stored of chosen) replay(world, stored)
      const data = { deliveries_count: chosen.length, next_from: null }
      return { status: 202, body: { data, version: "v1" } }
    }
  }) satisfies Answers
