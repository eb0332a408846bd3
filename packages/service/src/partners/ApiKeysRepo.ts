import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { hash } from "node:crypto"
import { firstRow, hasRow } from "../platform/database/rows.ts"
import type { ApiKeyParts } from "../platform/ids/ApiKey.ts"
import { takeRandom } from "../platform/crypto/envelope.ts"
import type { RateLimits } from "../platform/rate-limit/RateLimits.ts"

/** An API key as stored: only the hash of its secret part. */
export interface StoredApiKey {
  readonly id: S.ApiKeyId
  readonly kind: S.ApiKeyKind
  readonly environment: ApiKeyParts["environment"]
  readonly partner_id: S.PartnerId
  readonly product_id: S.ProductId | null
  readonly name: S.OrganisationName | null
  readonly short_id: string
  readonly secret_hash: Uint8Array
  readonly last_four: string
  readonly last_used_at: Date | null
  readonly deactivated_at: Date | null
  readonly inserted_at: Date
}

/** A working key, and whether its owner is sandboxed. */
export type WorkingKey = Pick<
  StoredApiKey,
  "id" | "kind" | "environment" | "partner_id" | "product_id" | "secret_hash"
> & {
  readonly sandboxed: boolean
  /** Whether the operator has suspended the partner. */
  readonly is_suspended: boolean
  /** Whether its last use, as recorded, is over a minute ago. */
  readonly is_untouched: boolean
  /** Seconds until the rate limit's bucket is full again; null if the request wasn't counted. */
  readonly full_in: number | null
}

/** A presented key, and how a request of its owner is counted. */
export interface Presented {
  readonly key: ApiKeyParts
  readonly at: Date
  readonly counting: RateLimits["Service"]["counting"]
}

/** One line of the operator's list of keys. */
export interface ListedKey extends Pick<StoredApiKey, "product_id" | "last_used_at" | "deactivated_at"> {
  /** `<kind>_<environment>_<short id>`: the beginning of a key, not a secret. */
  readonly hint: string
}

/** A product, or the partner itself. */
interface Owner {
  readonly partnerId: S.PartnerId
  readonly productId: S.ProductId | null
}

export const apiKeysRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const ofOwner = ({ partnerId, productId }: Owner) =>
    sql`partner_id = ${partnerId} AND product_id IS NOT DISTINCT FROM ${productId}`

  return {
    insert: (key: StoredApiKey) => sql`INSERT INTO api_keys ${sql.insert({ ...key })}`,

    /**
     * The working key with this short id; counts a request of its owner if the whole key is right. The caller compares
     * the hashes itself: here they decide on the count alone. Salted by a nonce and hashed again, they take the same time
     * to compare whatever was presented.
     */
    findWorking: ({ at, counting, key }: Presented) => {
      const nonce = takeRandom(16)
      const counted = counting(sql`SELECT coalesce(product_id, partner_id) AS owner_id FROM found
        WHERE kind = ${key.kind} AND environment = ${key.environment}
          AND sha256(${nonce} || secret_hash) = ${hash("sha256", Buffer.concat([nonce, key.secretHash]), "buffer")}`)
      return firstRow(sql<WorkingKey>`WITH found AS (
          SELECT k.id, k.kind, k.environment, k.partner_id, k.product_id, k.secret_hash,
            coalesce(p.sandboxed, r.sandboxed) AS sandboxed, r.suspended_at IS NOT NULL AS is_suspended,
            coalesce(k.last_used_at < ${at}::timestamptz - interval '1 minute', true) AS is_untouched
          FROM api_keys k JOIN partners r ON r.id = k.partner_id LEFT JOIN products p ON p.id = k.product_id
          WHERE k.short_id = ${key.shortId} AND k.deactivated_at IS NULL)
          ${counted === undefined ? sql`` : sql`, counted AS (${counted})`}
        SELECT *, ${counted === undefined ? sql`NULL::float8` : sql`(SELECT full_in FROM counted)`} AS full_in
        FROM found`)
    },

    /** Records that a key was used, to the minute, so that most calls write nothing. */
    touch: (id: S.ApiKeyId, at: Date) => sql`UPDATE api_keys SET last_used_at = ${at}
      WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < ${at}::timestamptz - interval '1 minute')`,

    /**
     * The number of the owner's working keys; locks them, so that no other transaction makes or ends one until this one
     * ends.
     */
    lockWorking: (owner: Owner) =>
      Effect.map(
        sql`SELECT id FROM api_keys WHERE ${ofOwner(owner)} AND deactivated_at IS NULL FOR UPDATE`,
        (rows) => rows.length
      ),

    hasWorking: (productId: S.ProductId) =>
      hasRow(sql`SELECT FROM api_keys WHERE product_id = ${productId} AND deactivated_at IS NULL LIMIT 1`),

    /** Makes the current key the previous one. */
    supersedeCurrent: (owner: Owner, at: Date) => sql`UPDATE api_keys SET superseded_at = ${at}
      WHERE ${ofOwner(owner)} AND superseded_at IS NULL AND deactivated_at IS NULL`,

    /** Newest first, one more than `limit` if there are more. */
    page: (
      productId: S.ProductId,
      { before, limit }: { readonly before: string | undefined; readonly limit: number }
    ) =>
      sql<StoredApiKey>`SELECT * FROM api_keys WHERE ${sql.and([
        sql`product_id = ${productId}`,
        ...(before === undefined ? [] : [sql`id < ${before}`])
      ])} ORDER BY id DESC LIMIT ${limit + 1}`,

    /** Ends every working key of an owner. */
    deactivateAll: (owner: Owner, at: Date) => sql`UPDATE api_keys SET deactivated_at = ${at}
      WHERE ${ofOwner(owner)} AND deactivated_at IS NULL`,

    /** Returns false if the product has no such key. Deactivating twice keeps the first time. */
    deactivate: (productId: S.ProductId, id: S.ApiKeyId, at: Date) =>
      hasRow(sql`UPDATE api_keys SET deactivated_at = coalesce(deactivated_at, ${at})
        WHERE product_id = ${productId} AND id = ${id} RETURNING id`),

    /** For the operator: every key of a partner and its products, working keys first, then the newest first. */
    ofPartner: (partnerId: S.PartnerId) => sql<ListedKey>`
      SELECT kind || '_' || environment || '_' || short_id AS hint, product_id, last_used_at, deactivated_at
      FROM api_keys WHERE partner_id = ${partnerId} ORDER BY deactivated_at IS NOT NULL, id DESC`,

    /** For the operator: the key with this beginning, locked until the transaction ends. */
    lockByHint: (hint: { readonly kind: string; readonly environment: string; readonly shortId: string }) =>
      firstRow(sql<StoredApiKey>`SELECT * FROM api_keys
        WHERE kind = ${hint.kind} AND environment = ${hint.environment} AND short_id = ${hint.shortId} FOR UPDATE`),

    /** Ends a locked key. */
    deactivateOne: (id: S.ApiKeyId, at: Date) =>
      sql`UPDATE api_keys SET deactivated_at = ${at} WHERE id = ${id}`
  }
})
