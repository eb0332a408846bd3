import { PartnerApi } from "@embedded-super/contracts/partner-api"
import { ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Option from "effect/Option"
import { createHash } from "node:crypto"
import { callerProduct } from "../../platform/ids/ApiKey.ts"
import { answer } from "../../platform/answers/answers.ts"
import { databaseDefects } from "../../platform/database/operation.ts"
import { idOfCursor, pageOf } from "../../platform/paging/page.ts"
import { WebhookDeliveries } from "./WebhookDeliveries.ts"
import { noSuchDelivery, WebhookReplays } from "./WebhookReplays.ts"

/** The deliveries to the product's webhook address, with its responses. */
export const WebhookDeliveriesHttp = HttpApiBuilder.group(
  PartnerApi,
  "webhook-deliveries",
  Effect.fnUntraced(function* (handlers) {
    const deliveries = yield* WebhookDeliveries
    const replays = yield* WebhookReplays

    const shown = Effect.fnUntraced(function* (productId: S.ProductId, id: S.WebhookDeliveryId) {
      const delivery = Option.getOrUndefined(yield* deliveries.find(productId, id))
      if (delivery === undefined) return yield* noSuchDelivery
      return HttpApiSchema.withHeaders({ body: answer(delivery), headers: { etag: tagOf(delivery) } })
    })

    return handlers.handleAll({
      listWebhookDeliveries: Effect.fnUntraced(function* ({ query }) {
        const selection = {
          productId: yield* callerProduct,
          status: query.status,
          subject: query.subject,
          event: query.event,
          entityId: query.entity_id,
          from: momentOf(query.from),
          to: momentOf(query.to)
        }
        // One more than requested shows whether there is a next page.
        const page = { after: yield* idOfCursor("deliveries", query.after), limit: query.limit + 1 }
        const rows = yield* deliveries.list(selection, page)
        const { items, pagination } = pageOf("deliveries", rows, query.limit)
        return { ...answer(items), pagination }
      }, databaseDefects),
      getWebhookDelivery: Effect.fnUntraced(function* ({ params }) {
        return yield* shown(yield* callerProduct, params.id)
      }, databaseDefects),
      replayWebhookDelivery: Effect.fnUntraced(function* ({ params }) {
        const productId = yield* callerProduct
        yield* replays.one(productId, params.id)
        return yield* shown(productId, params.id)
      }, databaseDefects),
      replayWebhookDeliveries: Effect.fnUntraced(function* ({ payload }) {
        const { entity_id, event, from, status, subject, to } = payload
        if (Date.parse(to) <= Date.parse(from)) return yield* endsBeforeItBegins
        return answer(
          yield* replays.many({
            productId: yield* callerProduct,
            entityId: entity_id,
            event,
            from: new Date(from),
            status,
            subject,
            to: new Date(to)
          })
        )
      })
    })
  })
)

const momentOf = (timestamp: S.Timestamp | undefined) =>
  timestamp === undefined ? undefined : new Date(timestamp)

/** A delivery has no version, since it changes without an edit. Its tag is a hash of its visible data. */
const tagOf = (delivery: S.WebhookDelivery) =>
  `"${createHash("sha256").update(JSON.stringify(delivery)).digest("base64url").slice(0, 22)}"` as S.EntityTag

const endsBeforeItBegins = new ValidationFailed({
  code: "validation_failed",
  detail: "The span of time ends before it begins.",
  errors: [{ in: "body", pointer: "#/to", code: "not_allowed", detail: "Give a moment after `from`." }]
})
