import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** A partner's Ed25519 key as stored, without its private half. */
export interface StoredWebhookKey {
  readonly id: string
  readonly partner_id: S.PartnerId
  readonly public_key: Uint8Array
  readonly valid_from: Date
  readonly valid_until: Date | null
}

/** The statements on partners' keys. */
export const webhookKeysRepo = Effect.map(SqlClient.SqlClient, (sql) => ({
  /** The keys that sign now, of one partner or of all, the newest first. */
  live: (partnerId: S.PartnerId | undefined, limit: number) =>
    sql<StoredWebhookKey>`SELECT * FROM webhook_keys WHERE ${sql.and([
      sql`(valid_until IS NULL OR valid_until > platform_now())`,
      ...(partnerId === undefined ? [] : [sql`partner_id = ${partnerId}`])
    ])} ORDER BY valid_from DESC, id DESC LIMIT ${limit}`,

  /** Locks the partner until the transaction ends; undefined if there is none. */
  lockPartner: (slug: string) =>
    Effect.map(
      sql<{ readonly id: S.PartnerId }>`SELECT id FROM partners WHERE slug = ${slug} FOR UPDATE`,
      (rows) => rows[0]?.id
    ),

  hasCurrent: (partnerId: S.PartnerId) =>
    Effect.map(
      sql`SELECT FROM webhook_keys WHERE partner_id = ${partnerId} AND valid_until IS NULL`,
      (rows) => rows.length > 0
    ),

  insert: (
    id: string,
    partnerId: S.PartnerId,
    { publicKey, sealed }: { readonly publicKey: Uint8Array; readonly sealed: Uint8Array }
  ) =>
    Effect.map(
      sql<StoredWebhookKey>`INSERT INTO webhook_keys (id, partner_id, public_key, sealed, valid_from)
        VALUES (${id}, ${partnerId}, ${publicKey}, ${sealed}, platform_now()) RETURNING *`,
      (rows) => rows[0] as StoredWebhookKey
    ),

  /** Ends the keys that were replaced earlier now, and the current key after `overlap`. */
  end: (partnerId: S.PartnerId, overlap: string) =>
    Effect.andThen(
      sql`UPDATE webhook_keys SET valid_until = platform_now()
        WHERE partner_id = ${partnerId} AND valid_until > platform_now()`,
      sql`UPDATE webhook_keys SET valid_until = platform_now() + ${overlap}::interval
        WHERE partner_id = ${partnerId} AND valid_until IS NULL`
    )
}))
