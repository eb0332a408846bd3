import type { FundId } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { findOrInsert, firstRow, hasRow } from "../../platform/database/rows.ts"

/** A public key that grants access to a fund's account. */
export interface AccountKey {
  readonly fund: string
  readonly fund_id: FundId
  readonly fingerprint: string
  readonly public_key: string
  readonly last_used_at: Date | null
}

/** The key that the server shows, and the one that will replace it. */
export type HostKeyName = "current" | "next"

/** The SQL statements on the SFTP accounts, their keys, and the server's own key. */
export const sftpAccountsRepo = Effect.map(SqlClient.SqlClient, (sql) => {
  const keys = sql.literal(`SELECT f.slug AS fund, k.fund_id, k.fingerprint, k.public_key, k.last_used_at
    FROM sftp_keys k JOIN funds f ON f.id = k.fund_id`)

  return {
    list: sql<AccountKey>`${keys} ORDER BY f.slug, k.inserted_at`,

    find: (user: string, fingerprint: string) =>
      firstRow(sql<AccountKey>`${keys} WHERE f.slug = ${user} AND k.fingerprint = ${fingerprint}`),

    /** Adds a key to the fund's account, and creates the account if there is none. */
    addKey: (fundId: FundId, fingerprint: string, publicKey: string) =>
      Effect.andThen(
        sql`INSERT INTO sftp_accounts (fund_id, inserted_at) VALUES (${fundId}, platform_now())
          ON CONFLICT DO NOTHING`,
        sql`INSERT INTO sftp_keys (fund_id, fingerprint, public_key, inserted_at)
          VALUES (${fundId}, ${fingerprint}, ${publicKey}, platform_now()) ON CONFLICT DO NOTHING`
      ),

    /** Removes a key. Returns false if there is none. */
    removeKey: (fundId: FundId, fingerprint: string) =>
      hasRow(
        sql`DELETE FROM sftp_keys WHERE fund_id = ${fundId} AND fingerprint = ${fingerprint} RETURNING fingerprint`
      ),

    used: (fundId: FundId, fingerprint: string) =>
      sql`UPDATE sftp_keys SET last_used_at = platform_now()
        WHERE fund_id = ${fundId} AND fingerprint = ${fingerprint}`,

    /** The server's own key, sealed. Stores `fresh` if there is none yet. */
    hostKey: (fresh: Uint8Array) =>
      Effect.map(
        findOrInsert(
          firstRow(
            sql<{ readonly sealed: Uint8Array }>`SELECT sealed FROM sftp_host_keys WHERE name = 'current'`
          ),
          sql`INSERT INTO sftp_host_keys (name, sealed, inserted_at)
            VALUES ('current', ${fresh}, platform_now()) ON CONFLICT (name) DO NOTHING`
        ),
        (row) => row?.sealed ?? new Uint8Array()
      ),

    /** A key of the server, sealed, locked until the transaction ends. */
    lockHostKey: (name: HostKeyName) =>
      Effect.map(
        firstRow(sql<{ readonly sealed: Uint8Array }>`
          SELECT sealed FROM sftp_host_keys WHERE name = ${name} FOR UPDATE`),
        (row) => row?.sealed
      ),

    setHostKey: (name: HostKeyName, sealed: Uint8Array) => sql`
      INSERT INTO sftp_host_keys (name, sealed, inserted_at) VALUES (${name}, ${sealed}, platform_now())
      ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed, inserted_at = excluded.inserted_at`,

    removeHostKey: (name: HostKeyName) => sql`DELETE FROM sftp_host_keys WHERE name = ${name}`
  }
})
