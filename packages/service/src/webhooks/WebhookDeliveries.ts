import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { Vault } from "../platform/crypto/Vault.ts"

/** An event on its way to a product's endpoint. */
export interface WebhookDelivery {
  readonly id: string
  /** `msg_` and this is the `webhook-id`. */
  readonly eventId: string
  readonly productId: string
  readonly subject: string
  readonly event: string
  readonly entityId: string
  readonly state: "pending" | "delivered" | "superseded" | "dead"
  readonly attempts: number
  /** When the next attempt may be made; null when none will be. */
  readonly dueAt: Date | null
  readonly lastAttemptAt: Date | null
  readonly lastStatus: number | null
  readonly lastFailure: string | null
  readonly deliveredAt: Date | null
  readonly supersededBy: string | null
  readonly insertedAt: Date
}

/** One attempt to deliver it. */
export interface WebhookAttempt {
  readonly id: string
  readonly startedAt: Date
  readonly tookMillis: number
  /** Null if there was no answer; then `failure` says why. */
  readonly status: number | null
  readonly failure: string | null
  /** The first kilobyte of the receiver's answer; null if it was empty, or isn't kept any more. */
  readonly answer: string | null
}

export interface DeliveryFilter {
  readonly productId: string
  readonly limit: number
  /** The id of the last one seen: what follows is older. */
  readonly after?: string | undefined
  readonly state?: WebhookDelivery["state"] | undefined
  readonly subject?: string | undefined
  readonly event?: string | undefined
  readonly entityId?: string | undefined
}

/** What became of a product's webhooks. */
export class WebhookDeliveries extends Context.Service<
  WebhookDeliveries,
  {
    /** Newest first. */
    readonly list: (filter: DeliveryFilter) => Effect.Effect<ReadonlyArray<WebhookDelivery>, SqlError>
    /** One delivery of a product with its attempts, oldest first. */
    readonly find: (
      productId: string,
      id: string
    ) => Effect.Effect<
      Option.Option<WebhookDelivery & { readonly made: ReadonlyArray<WebhookAttempt> }>,
      SqlError
    >
  }
>()("@embedded-super/service/webhooks/WebhookDeliveries") {
  static readonly layer = Layer.effect(
    WebhookDeliveries,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const vault = yield* Vault

      const columns = sql.literal(`id, event_id AS "eventId", product_id AS "productId", subject, event,
        entity_id AS "entityId", state, attempts, CASE WHEN state = 'pending' THEN due_at END AS "dueAt",
        last_attempt_at AS "lastAttemptAt", last_status AS "lastStatus", last_failure AS "lastFailure",
        delivered_at AS "deliveredAt", superseded_by AS "supersededBy", inserted_at AS "insertedAt"`)

      const list = Effect.fn("WebhookDeliveries.list")(function* (filter: DeliveryFilter) {
        const conditions = [
          sql`product_id = ${filter.productId}`,
          ...(filter.after === undefined ? [] : [sql`id < ${filter.after}`]),
          ...(filter.state === undefined ? [] : [sql`state = ${filter.state}`]),
          ...(filter.subject === undefined ? [] : [sql`subject = ${filter.subject}`]),
          ...(filter.event === undefined ? [] : [sql`event = ${filter.event}`]),
          ...(filter.entityId === undefined ? [] : [sql`entity_id = ${filter.entityId}`])
        ]
        return yield* sql<WebhookDelivery>`
          SELECT ${columns} FROM webhook_deliveries WHERE ${sql.and(conditions)}
          ORDER BY id DESC LIMIT ${filter.limit}`
      })

      const answerOf = (productId: string, id: string, sealed: Uint8Array | null) =>
        sealed === null
          ? Effect.succeed(null)
          : vault
              .open({ table: "webhook_attempts", column: "answer", tenant: productId, row: id }, sealed)
              .pipe(
                Effect.map(Redacted.value),
                Effect.catch(() => Effect.succeed(null))
              )

      const find = Effect.fn("WebhookDeliveries.find")(function* (productId: string, id: string) {
        const [delivery] = yield* sql<WebhookDelivery>`
          SELECT ${columns} FROM webhook_deliveries WHERE product_id = ${productId} AND id = ${id}`
        if (delivery === undefined) return Option.none()
        const rows = yield* sql<Omit<WebhookAttempt, "answer"> & { readonly answer: Uint8Array | null }>`
          SELECT id, started_at AS "startedAt", took_ms AS "tookMillis", status, failure, answer
          FROM webhook_attempts WHERE delivery_id = ${id} ORDER BY id`
        const made = yield* Effect.forEach(rows, (row) =>
          Effect.map(answerOf(productId, row.id, row.answer), (answer) => ({ ...row, answer }))
        )
        return Option.some({ ...delivery, made })
      })

      return WebhookDeliveries.of({ list, find })
    })
  )
}
