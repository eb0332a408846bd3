import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { audit, operator } from "../../platform/audit/audit.ts"
import { isUuid } from "../../platform/ids/newId.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import { Redelivery } from "../delivery/RedeliveryRepo.ts"
import { deliveryCounts, type LastFailure, lastFailure, webhookViews } from "./EndpointViewsRepo.ts"
import { WebhookEndpoints } from "./WebhookEndpoints.ts"

/** The delivery status of a product's address, the number of deliveries in each state, and its last failure. */
export interface WebhookStatus {
  readonly webhook: S.ProductWebhook
  readonly deliveries: ReadonlyArray<{ readonly state: string; readonly count: number }>
  readonly lastFailure: LastFailure | null
}

/** The operator's actions on the webhook address of any product. */
export class WebhookOperations extends Context.Service<
  WebhookOperations,
  {
    readonly status: (productId: string) => Effect.Effect<WebhookStatus, OperatorError | SqlError>
    /** Stops sending until the operator resumes it; events of that time are kept. */
    readonly pause: (productId: string) => Effect.Effect<void, OperatorError | SqlError>
    /** Resumes an address regardless of who paused it, starting with the missed webhooks; probes one that backs off. */
    readonly resume: (productId: string) => Effect.Effect<void, OperatorError | SqlError>
  }
>()("@embedded-super/service/webhooks/WebhookOperations") {
  static readonly layer = Layer.effect(
    WebhookOperations,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const countsOf = yield* deliveryCounts
      const failureOf = yield* lastFailure
      const endpoints = yield* WebhookEndpoints
      const redelivery = yield* Redelivery
      const viewsOf = yield* webhookViews

      const endpointOf = Effect.fnUntraced(function* (productId: string) {
        const found = isUuid(productId) ? yield* endpoints.find(productId) : Option.none()
        return Option.getOrUndefined(found) ?? (yield* noAddress)
      })

      const change = (action: "pause" | "resume", otherwise: OperatorError) =>
        Effect.fn(`WebhookOperations.${action}`)(function* (productId: string) {
          const endpoint = yield* endpointOf(productId)
          if (!(yield* redelivery[action](endpoint.id))) return yield* otherwise
          yield* audit({
            actor: yield* operator,
            action: `webhook_endpoint.${action}`,
            productId,
            entity: { kind: "webhook_endpoint", id: endpoint.id }
          }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
        }, sql.withTransaction)

      return WebhookOperations.of({
        status: Effect.fn("WebhookOperations.status")(function* (productId) {
          const id = (yield* endpointOf(productId)).productId as S.ProductId
          const deliveries = yield* countsOf(id)
          const webhook = (yield* viewsOf([id])).get(id) ?? (yield* noAddress)
          return { webhook, deliveries, lastFailure: (yield* failureOf(id)) ?? null }
        }),
        pause: change("pause", pausedAlready),
        resume: change("resume", notPaused)
      })
    })
  )
}

const noAddress = new OperatorError({
  problem: "There is no product with this id that has a webhook address.",
  remedy: "Give the id of a product whose partner has set one."
})

const pausedAlready = new OperatorError({
  problem: "Delivery to the address is paused already.",
  remedy: "See `admin webhook status` for the time and the reason."
})

const notPaused = new OperatorError({
  problem: "Delivery to the address isn't paused, and nothing waits for another attempt.",
  remedy: "See `admin webhook status`."
})
