import type { FundId, JsonWebKey } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { firstRow, hasRow } from "../platform/database/rows.ts"
import type { CredentialKey } from "@embedded-super/rules/authentication/AuthFlow"

/** The condition under which credentials `c` may be sent: not refused by their fund, and not past the overlap. */
export const USABLE = "c.refused_at IS NULL AND (c.expires_at IS NULL OR c.expires_at > platform_now())"

/** The condition under which the fund `f` has credentials that may be sent. */
export const HAS_CREDENTIALS = `EXISTS (SELECT FROM fund_credentials c WHERE c.fund_id = f.id AND ${USABLE})`

/** How long replaced credentials stay valid beside the new ones. */
export const OVERLAP = "24 hours"

/** The maximum number of published keys. */
const PUBLISHED = 1000

/** Stored credentials; the secret is sealed. */
export interface StoredCredentials {
  readonly id: string
  readonly version: number
  readonly sealed: Uint8Array
  readonly key_id: string | null
}

/** The SQL statements on credentials. */
export const fundCredentialsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const usable = sql.literal(USABLE)

  const current = (fundId: FundId) =>
    sql<StoredCredentials>`SELECT c.id, c.version, c.sealed, c.key_id FROM fund_credentials c
      WHERE c.fund_id = ${fundId} AND ${usable} ORDER BY c.version DESC LIMIT 1`

  return {
    /** Whether a different public key already has this key id. */
    isNameTaken: ({ keyId, publicKey }: CredentialKey) =>
      hasRow(sql`SELECT FROM fund_credentials WHERE key_id = ${keyId} AND public_key IS NOT NULL
        AND public_key <> ${JSON.stringify(publicKey)}::jsonb LIMIT 1`),

    /** The highest version that the fund ever had, and the id of the newest usable credentials. */
    newest: (fundId: FundId) =>
      Effect.map(
        sql<{ version: number; previous: string | null }>`
          SELECT coalesce(max(version), 0) AS version,
            (array_agg(c.id ORDER BY c.version DESC) FILTER (WHERE ${usable}))[1] AS previous
          FROM fund_credentials c WHERE c.fund_id = ${fundId}`,
        ([row]) => row ?? { version: 0, previous: null }
      ),

    /** Deletes the fund's credentials except `previous`, which then expire after the overlap. */
    keepOnly: (fundId: FundId, previous: string | null) =>
      Effect.andThen(
        sql`DELETE FROM fund_credentials
          WHERE fund_id = ${fundId} AND id IS DISTINCT FROM ${previous}::uuid`,
        sql`UPDATE fund_credentials SET expires_at = platform_now() + ${OVERLAP}::interval
          WHERE fund_id = ${fundId} AND expires_at IS NULL`
      ),

    insert: (fundId: FundId, row: StoredCredentials, publicKey: JsonWebKey | null) =>
      sql`INSERT INTO fund_credentials (id, fund_id, version, sealed, key_id, public_key, inserted_at)
        VALUES (${row.id}, ${fundId}, ${row.version}, ${row.sealed}, ${row.key_id},
          ${publicKey === null ? null : JSON.stringify(publicKey)}::jsonb, platform_now())`,

    /** The public keys in use, one for each key id, newest first. */
    publicKeys: Effect.map(
      sql<{ public_key: unknown }>`
        SELECT public_key FROM (
          SELECT DISTINCT ON (key_id) key_id, public_key, inserted_at FROM fund_credentials
          WHERE public_key IS NOT NULL AND (expires_at IS NULL OR expires_at > platform_now())
          ORDER BY key_id, inserted_at DESC
        ) keys ORDER BY inserted_at DESC, key_id LIMIT ${PUBLISHED}`,
      (rows) => rows.map(({ public_key }) => public_key)
    ),

    /** The newest usable credentials: none or one row. */
    current,

    /** The newest credentials, also if the fund refused them. */
    last: (fundId: FundId) =>
      firstRow(sql<StoredCredentials>`SELECT id, version, sealed, key_id FROM fund_credentials
        WHERE fund_id = ${fundId} ORDER BY version DESC LIMIT 1`),

    /**
     * Marks a version as refused by its fund. Returns the fund's slug, or undefined if the version was already refused.
     */
    refuse: (fundId: FundId, version: number) =>
      Effect.map(
        sql<{ slug: string }>`UPDATE fund_credentials c SET refused_at = platform_now()
          FROM funds f WHERE f.id = c.fund_id AND c.fund_id = ${fundId} AND c.version = ${version}
            AND c.refused_at IS NULL RETURNING f.slug`,
        (rows) => rows[0]?.slug
      )
  }
})
