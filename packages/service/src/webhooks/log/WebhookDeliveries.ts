/**
 * The log of webhook deliveries, as partners read it: each delivery with its attempts (D-delivery-log).
 * `DeliveryLogRepo` has the statements. `WebhookReplays` sends ended deliveries again (D-replays). `RetentionRepo`
 * deletes events, deliveries and attempts after 30 days.
 *
 * Why responses are sealed: a receiver may print anything into its response, also personal data.
 *
 * The traps: the status `failed` isn't in the table; a delivery that waits after a failed attempt is `pending` there,
 * and `DeliveryLogRepo` translates it. `RetentionRepo` keeps each entity's newest event, though partners no longer see
 * it: it records that no further webhook follows for a completed session (R-3-15).
 */

import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { SqlError } from "effect/sql/SqlError"
import { Vault } from "../../platform/crypto/Vault.ts"
import { toTimestamp, toTimestampOrNull } from "../../platform/time/timestamp.ts"
import {
  type AttemptRow,
  deliveryLogRepo,
  type DeliveryRow,
  type DeliverySelection
} from "./DeliveryLogRepo.ts"

/** The maximum number of attempts that a delivery shows: the last ones. */
const ATTEMPTS_SHOWN = 100

/** The delivery log of a product's webhooks. */
export class WebhookDeliveries extends Context.Service<
  WebhookDeliveries,
  {
    /** Newest first, each with its attempts. `after` is the id of the last delivery seen; older ones follow. */
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
      const vault = yield* Vault
      const repo = yield* deliveryLogRepo

      const presented = Effect.fnUntraced(function* (rows: ReadonlyArray<DeliveryRow>) {
        if (rows.length === 0) return []
        const found = yield* repo.attempts(
          rows.map(({ id }) => id),
          ATTEMPTS_SHOWN
        )
        const attempts = Map.groupBy(found, ({ delivery_id }) => delivery_id)
        return yield* Effect.forEach(rows, (row) => presentDelivery(vault, row, attempts.get(row.id) ?? []))
      })

      return WebhookDeliveries.of({
        list: Effect.fn("WebhookDeliveries.list")(function* (selection, { after, limit }) {
          return yield* presented(yield* repo.page(selection, after, limit))
        }),

        find: Effect.fn("WebhookDeliveries.find")(function* (productId, id) {
          const [delivery] = yield* presented(yield* repo.find(productId, id))
          return Option.fromNullishOr(delivery)
        })
      })
    })
  )
}

const messageId = (eventId: string) => `msg_${eventId}` as S.WebhookMessageId

/** The delivery with its attempts, the first one first. */
const presentDelivery = (
  vault: Vault["Service"],
  row: DeliveryRow,
  attempts: ReadonlyArray<AttemptRow>
): Effect.Effect<S.WebhookDelivery> =>
  Effect.map(
    Effect.forEach(attempts, (attempt) => presentAttempt(vault, row.product_id, attempt)),
    (presented) => ({
      id: row.id,
      webhook_id: messageId(row.id),
      product_id: row.product_id,
      payload: JSON.parse(row.body),
      status: row.status,
      url: attempts.at(-1)?.url ?? row.url,
      next_attempt_at: toTimestampOrNull(row.next_attempt_at) as S.TimestampOrNull,
      delivered_at: toTimestampOrNull(row.delivered_at) as S.TimestampOrNull,
      superseded_by: row.superseded_by === null ? null : messageId(row.superseded_by),
      attempts: presented,
      inserted_at: toTimestamp(row.inserted_at) as S.Timestamp,
      updated_at: toTimestamp(row.updated_at) as S.Timestamp
    })
  )

const presentAttempt = (vault: Vault["Service"], productId: string, row: AttemptRow) =>
  Effect.map(excerpt(vault, productId, row), (response_excerpt): S.WebhookAttempt => ({
    id: row.id,
    url: row.url,
    attempted_at: toTimestamp(row.started_at) as S.Timestamp,
    status_code: row.status,
    error: row.failure,
    duration_ms: row.took_ms,
    response_excerpt
  }))

/** Null also if the stored response can't be opened any more: it is only a convenience, and no reason to fail. */
const excerpt = (vault: Vault["Service"], productId: string, { id, answer }: AttemptRow) =>
  answer === null
    ? Effect.succeed(null)
    : vault.open({ table: "webhook_attempts", column: "answer", tenant: productId, row: id }, answer).pipe(
        Effect.map((text) => Redacted.value(text).replaceAll("\0", "\uFFFD")),
        Effect.catch(() => Effect.succeed(null))
      )
