/**
 * Has the service send a webhook again.
 *
 * The trap: the service names deliveries by ids of its own, so the delivery is looked up by its webhook-id first.
 *
 * Guide: partners/webhooks
 */
import * as Effect from "effect/Effect"
import { ServiceClient } from "../service/ServiceClient.ts"
import { ServiceRefused } from "../service/ServiceRefused.ts"
import { Inbox } from "./Inbox.ts"

const notListed = new ServiceRefused({
  status: undefined,
  code: "not_found",
  detail: "The service doesn't list this webhook among the latest of its entity.",
  errors: []
})

export const replay = Effect.gen(function* () {
  const inbox = yield* Inbox
  const { ask } = yield* ServiceClient

  return Effect.fnUntraced(function* (seq: number) {
    const [delivery] = Number.isSafeInteger(seq) ? inbox.list(seq + 1, 1) : []
    if (delivery === undefined || delivery.seq !== seq) return yield* notListed
    const { payload, webhook_id } = delivery.received
    const query = { limit: 100, ...(payload === null ? {} : { entity_id: payload.id }) }
    const { data } = yield* ask(
      (client) => client.GET("/api/v1/webhook-deliveries", { params: { query } }),
      payload?.product_id
    )
    const listed = data.find((each) => each.webhook_id === webhook_id)
    if (listed === undefined) return yield* notListed
    yield* ask(
      (client) =>
        client.POST("/api/v1/webhook-deliveries/{id}/replay", {
          params: { path: { id: listed.id }, header: { "Idempotency-Key": crypto.randomUUID() } }
        }),
      payload?.product_id
    )
  })
})
