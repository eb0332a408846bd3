import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Vault } from "../../platform/crypto/Vault.ts"
import { toTimestamp, toTimestampOrNull } from "../../platform/time/timestamp.ts"

export interface DeliveryRow {
  readonly id: S.WebhookDeliveryId
  readonly product_id: S.ProductId
  readonly body: string
  readonly status: S.WebhookDeliveryStatus
  /** The endpoint's current address: used for a delivery without an attempt. */
  readonly url: S.WebhookUrl
  readonly next_attempt_at: Date | null
  readonly delivered_at: Date | null
  readonly superseded_by: string | null
  readonly inserted_at: Date
  readonly updated_at: Date
}

export interface AttemptRow {
  readonly id: S.WebhookAttemptId
  readonly delivery_id: string
  readonly url: S.WebhookUrl
  readonly started_at: Date
  readonly took_ms: number
  readonly status: number | null
  readonly failure: string | null
  readonly answer: Uint8Array | null
}

const messageId = (eventId: string) => `msg_${eventId}` as S.WebhookMessageId

/** Presents a delivery with its attempts, the first one first. */
export const presentDelivery = (
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
