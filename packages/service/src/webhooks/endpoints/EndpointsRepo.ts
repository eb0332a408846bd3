import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type * as S from "@embedded-super/contracts/schemas"
import { firstRow, hasRow } from "../../platform/database/rows.ts"
import type { WebhookEndpoint } from "./WebhookEndpoints.ts"

/** A secret as stored, sealed. */
export interface StoredSecret {
  readonly id: string
  readonly sealed: Uint8Array
}

/** A key that signs an endpoint's webhooks: one of its secrets, or a key of its partner. */
export interface SealedKey {
  readonly kind: "secret" | "partner_key"
  /** Owns the row: the endpoint's product or the partner. */
  readonly tenant: string
  readonly id: string
  /** In hexadecimal digits. */
  readonly sealed: string
}

/**
 * The keys that sign the webhooks of an endpoint `e` now, as JSON: first its secrets, then its partner's keys; in each
 * group the current one first.
 */
export const SIGNING_KEYS = `(
  SELECT coalesce(json_agg(json_build_object('kind', kind, 'tenant', tenant, 'id', id, 'sealed', encode(sealed, 'hex'))
    ORDER BY kind = 'secret' DESC, until DESC NULLS FIRST), '[]')
  FROM (
    SELECT 'secret' AS kind, e.product_id AS tenant, s.id, s.sealed, s.expires_at AS until
    FROM webhook_secrets s WHERE s.endpoint_id = e.id
    UNION ALL
    SELECT 'partner_key', k.partner_id, k.id, k.sealed, k.valid_until
    FROM webhook_keys k JOIN products p ON p.partner_id = k.partner_id WHERE p.id = e.product_id
  ) keys
  WHERE until IS NULL OR until > platform_now())`

/** The statements on webhook endpoints and their signing secrets. */
export const endpointsRepo = Effect.map(SqlClient.SqlClient, (sql) => {
  const columns = sql.literal(`id, product_id AS "productId", url, enabled, paused_at AS "pausedAt",
    paused_because AS "pausedBecause", version, inserted_at AS "insertedAt", updated_at AS "updatedAt"`)

  return {
    find: (productId: string) =>
      firstRow(
        sql<WebhookEndpoint>`SELECT ${columns} FROM webhook_endpoints WHERE product_id = ${productId}`
      ),

    /** Writes the product's endpoint; `id` is used only if it is new. */
    put: (id: string, productId: string, url: URL, enabled: boolean) =>
      firstRow(sql<WebhookEndpoint>`
        INSERT INTO webhook_endpoints AS e (id, product_id, url, enabled, inserted_at, updated_at)
        VALUES (${id}, ${productId}, ${url.href}, ${enabled}, platform_now(), platform_now())
        ON CONFLICT (product_id) DO UPDATE SET url = excluded.url, enabled = excluded.enabled,
          version = e.version + 1, updated_at = excluded.updated_at
        RETURNING ${columns}`),

    /**
     * Locks the endpoint for a new secret until the transaction ends. Workers notice the new version. Returns its time.
     */
    raiseVersion: (id: string) =>
      Effect.map(
        sql<{ readonly at: Date }>`UPDATE webhook_endpoints SET version = version + 1,
          updated_at = platform_now() WHERE id = ${id} RETURNING updated_at AS at`,
        (rows) => rows[0]?.at ?? null
      ),

    /** Whether a replaced secret still signs at this time. */
    isOverlap: (id: string, at: Date | null) =>
      hasRow(sql`SELECT FROM webhook_secrets WHERE endpoint_id = ${id} AND expires_at > ${at}`),

    /** Ends the secrets that were replaced earlier. */
    endOlder: (id: string, at: Date | null) =>
      sql`UPDATE webhook_secrets SET expires_at = ${at} WHERE endpoint_id = ${id} AND expires_at > ${at}`,

    /** Makes the current secret expire after `overlap`; returns it, if there was one. */
    endNewest: (id: string, at: Date | null, overlap: string) =>
      sql`UPDATE webhook_secrets SET expires_at = ${at}::timestamptz + ${overlap}::interval
        WHERE endpoint_id = ${id} AND expires_at IS NULL RETURNING id`,

    /** Until when a replaced secret still signs; undefined if none does. */
    overlapEnd: (id: string) =>
      Effect.map(
        sql<{ readonly until: Date | null }>`SELECT max(expires_at) AS until FROM webhook_secrets
          WHERE endpoint_id = ${id} AND expires_at > platform_now()`,
        (rows) => rows[0]?.until ?? undefined
      ),

    insertSecret: (id: string, { sealed, ...secret }: StoredSecret, at: Date | null) =>
      sql`INSERT INTO webhook_secrets (id, endpoint_id, sealed, inserted_at)
        VALUES (${secret.id}, ${id}, ${sealed}, ${at})`,

    /** The keys that sign an endpoint's webhooks now. */
    signingKeys: (id: string) =>
      Effect.map(
        sql<{ readonly keys: ReadonlyArray<SealedKey> }>`
          SELECT ${sql.literal(SIGNING_KEYS)} AS keys FROM webhook_endpoints e WHERE e.id = ${id}`,
        (rows) => rows[0]?.keys ?? []
      )
  }
})

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
