import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { Vault } from "../../platform/crypto/Vault.ts"
import { toTimestamp, toTimestampOrNull } from "../../platform/time/timestamp.ts"

export interface DeliveryFilter {
  readonly productId: string
  readonly limit: number
  /** The id of the last one seen: what follows is older. */
  readonly after?: string | undefined
  readonly status?: S.WebhookDeliveryStatus | undefined
  readonly subject?: string | undefined
  readonly entityId?: string | undefined
}

interface DeliveryRow {
  readonly id: S.WebhookDeliveryId
  readonly product_id: S.ProductId
  readonly body: string
  readonly status: S.WebhookDeliveryStatus
  readonly url: S.WebhookUrl
  readonly next_attempt_at: Date | null
  readonly delivered_at: Date | null
  readonly superseded_by: string | null
  readonly inserted_at: Date
  readonly updated_at: Date
}

interface AttemptRow {
  readonly id: S.WebhookAttemptId
  readonly delivery_id: string
  readonly started_at: Date
  readonly took_ms: number
  readonly status: number | null
  readonly failure: string | null
  readonly answer: Uint8Array | null
}

/** What became of a product's webhooks. */
export class WebhookDeliveries extends Context.Service<
  WebhookDeliveries,
  {
    /** Newest first, each with its attempts. */
    readonly list: (filter: DeliveryFilter) => Effect.Effect<ReadonlyArray<S.WebhookDelivery>, SqlError>
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

      const status = sql.literal(
        `CASE WHEN d.state = 'pending' AND d.attempts > 0 THEN 'failed' ELSE d.state END`
      )

      const read = Effect.fnUntraced(function* (conditions: ReadonlyArray<Fragment>, limit: number) {
        const rows = yield* sql<DeliveryRow>`
          SELECT d.id, d.product_id, v.body, ${status} AS status, e.url, d.delivered_at, d.superseded_by,
            CASE WHEN d.state = 'pending' THEN d.due_at END AS next_attempt_at, d.inserted_at,
            greatest(d.inserted_at, d.last_attempt_at, d.delivered_at) AS updated_at
          FROM webhook_deliveries d
          JOIN events v ON v.id = d.id
          JOIN webhook_endpoints e ON e.id = d.endpoint_id
          WHERE ${sql.and(conditions)}
          ORDER BY d.id DESC LIMIT ${limit}`
        if (rows.length === 0) return []
        const attempts = yield* sql<AttemptRow>`
          SELECT id, delivery_id, started_at, took_ms, status, failure, answer FROM webhook_attempts
          WHERE ${sql.in(
            "delivery_id",
            rows.map(({ id }) => id)
          )} ORDER BY started_at, id`
        return yield* Effect.forEach(rows, (row) =>
          presentDelivery(
            row,
            attempts.filter(({ delivery_id }) => delivery_id === row.id)
          )
        )
      })

      const presentDelivery = (row: DeliveryRow, attempts: ReadonlyArray<AttemptRow>) =>
        Effect.map(
          Effect.forEach(attempts, (attempt) => presentAttempt(row.product_id, attempt)),
          (presented): S.WebhookDelivery => ({
            id: row.id,
            webhook_id: messageId(row.id),
            product_id: row.product_id,
            payload: JSON.parse(row.body),
            status: row.status,
            url: row.url,
            next_attempt_at: toTimestampOrNull(row.next_attempt_at) as S.NullableTimestamp,
            delivered_at: toTimestampOrNull(row.delivered_at) as S.NullableTimestamp,
            superseded_by: row.superseded_by === null ? null : messageId(row.superseded_by),
            attempts: presented,
            inserted_at: toTimestamp(row.inserted_at) as S.Timestamp,
            updated_at: toTimestamp(row.updated_at) as S.Timestamp
          })
        )

      const presentAttempt = (productId: string, row: AttemptRow) =>
        Effect.map(excerpt(productId, row), (response_excerpt): S.WebhookAttempt => ({
          id: row.id,
          attempted_at: toTimestamp(row.started_at) as S.Timestamp,
          status_code: row.status,
          error: row.failure,
          duration_ms: row.took_ms,
          response_excerpt
        }))

      /** Null also where it can't be opened any more: an answer is a convenience, and no reason to fail. */
      const excerpt = (productId: string, { id, answer }: AttemptRow) =>
        answer === null
          ? Effect.succeed(null)
          : vault
              .open({ table: "webhook_attempts", column: "answer", tenant: productId, row: id }, answer)
              .pipe(
                Effect.map((text) => Redacted.value(text).replaceAll("\0", "\uFFFD")),
                Effect.catch(() => Effect.succeed(null))
              )

      const list = Effect.fn("WebhookDeliveries.list")(function* (filter: DeliveryFilter) {
        const conditions = [
          sql`d.product_id = ${filter.productId}`,
          ...(filter.after === undefined ? [] : [sql`d.id < ${filter.after}`]),
          ...(filter.status === undefined ? [] : [sql`${status} = ${filter.status}`]),
          ...(filter.subject === undefined ? [] : [sql`d.subject = ${filter.subject}`]),
          ...(filter.entityId === undefined ? [] : [sql`d.entity_id = ${filter.entityId}`])
        ]
        return yield* read(conditions, filter.limit)
      })

      const find = Effect.fn("WebhookDeliveries.find")(function* (productId: string, id: string) {
        const [delivery] = yield* read([sql`d.product_id = ${productId}`, sql`d.id = ${id}`], 1)
        return Option.fromNullishOr(delivery)
      })

      return WebhookDeliveries.of({ list, find })
    })
  )
}

const messageId = (eventId: string) => `msg_${eventId}` as S.WebhookMessageId
