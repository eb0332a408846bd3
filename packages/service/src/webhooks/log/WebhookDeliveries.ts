import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { Vault } from "../../platform/crypto/Vault.ts"
import { endpointStatus } from "../endpoints/endpointStatus.ts"
import { deliveryConditions, type DeliverySelection, STATUS } from "./deliveryConditions.ts"
import { type AttemptRow, type DeliveryRow, presentDelivery } from "./presentDelivery.ts"

/** Attempts that one delivery shows at most: the last ones. */
const ATTEMPTS_SHOWN = 100

/** What became of a product's webhooks. */
export class WebhookDeliveries extends Context.Service<
  WebhookDeliveries,
  {
    /** Newest first, each with its attempts. `after` is the id of the last one seen: what follows is older. */
    readonly list: (
      selection: DeliverySelection,
      page: { readonly limit: number; readonly after?: string | undefined }
    ) => Effect.Effect<ReadonlyArray<S.WebhookDelivery>, SqlError>
    readonly find: (
      productId: string,
      id: string
    ) => Effect.Effect<Option.Option<S.WebhookDelivery>, SqlError>
  }
>()("@embedded-super/service/webhooks/WebhookDeliveries") {
  static readonly layer = Layer.effect(
    WebhookDeliveries,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const vault = yield* Vault
      const { nextAttempt } = yield* endpointStatus

      const attemptsOf = (deliveryIds: ReadonlyArray<string>) => sql<AttemptRow>`
        SELECT id, delivery_id, url, started_at, took_ms, status, failure, answer FROM (
          SELECT a.*, row_number() OVER (PARTITION BY delivery_id ORDER BY started_at DESC, id DESC) AS nth
          FROM webhook_attempts a WHERE ${sql.in("delivery_id", deliveryIds)}) AS numbered
        WHERE nth <= ${ATTEMPTS_SHOWN} ORDER BY started_at, id`

      const read = Effect.fnUntraced(function* (conditions: ReadonlyArray<Fragment>, limit: number) {
        const rows = yield* sql<DeliveryRow>`
          SELECT d.id, d.product_id, v.body, ${sql.literal(STATUS)} AS status, e.url, d.delivered_at, d.superseded_by,
            ${nextAttempt} AS next_attempt_at, d.inserted_at,
            greatest(d.inserted_at, d.last_attempt_at, d.delivered_at) AS updated_at
          FROM webhook_deliveries d
          JOIN events v ON v.id = d.id
          JOIN webhook_endpoints e ON e.id = d.endpoint_id
          LEFT JOIN webhook_leases l ON l.endpoint_id = e.id
          WHERE ${sql.and(conditions)} AND d.inserted_at > platform_now() - interval '30 days'
          ORDER BY d.id DESC LIMIT ${limit}`
        if (rows.length === 0) return []
        const attempts = Map.groupBy(
          yield* attemptsOf(rows.map(({ id }) => id)),
          ({ delivery_id }) => delivery_id
        )
        return yield* Effect.forEach(rows, (row) => presentDelivery(vault, row, attempts.get(row.id) ?? []))
      })

      const list = Effect.fn("WebhookDeliveries.list")(function* (
        selection: DeliverySelection,
        { after, limit }: { readonly limit: number; readonly after?: string | undefined }
      ) {
        const older = after === undefined ? [] : [sql`d.id < ${after}`]
        return yield* read([...deliveryConditions(sql, selection), ...older], limit)
      })

      const find = Effect.fn("WebhookDeliveries.find")(function* (productId: string, id: string) {
        // mutant (WebhookDeliveries.http): another product's delivery is not found: `d.product_id = ${productId}` -> `d.product_id <> ${productId} OR true`
        const [delivery] = yield* read([sql`d.product_id = ${productId}`, sql`d.id = ${id}`], 1)
        return Option.fromNullishOr(delivery)
      })

      return WebhookDeliveries.of({ list, find })
    })
  )
}
