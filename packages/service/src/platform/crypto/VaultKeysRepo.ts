import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { findOrInsert, firstRow } from "../database/rows.ts"

/** The statements on the vault's own keys, which are stored in the database sealed. */
export const vaultKeysRepo = Effect.map(SqlClient.SqlClient, (sql) => {
  const row = (name: string) =>
    firstRow(sql<{ readonly sealed: Uint8Array }>`SELECT sealed FROM vault_keys WHERE name = ${name}`)
  const bytesOf = (found: { readonly sealed: Uint8Array } | undefined) => found?.sealed ?? new Uint8Array()

  return {
    /** The sealed key of this name. The first process to call it stores `fresh`. */
    findOrInsert: (name: string, fresh: Uint8Array) =>
      Effect.map(
        findOrInsert(
          row(name),
          sql`INSERT INTO vault_keys (name, sealed) VALUES (${name}, ${fresh}) ON CONFLICT (name) DO NOTHING`
        ),
        bytesOf
      ),

    /** The sealed key of this name; no bytes if there is none. */
    find: (name: string) => Effect.map(row(name), bytesOf),

    replace: (name: string, sealed: Uint8Array) =>
      sql`UPDATE vault_keys SET sealed = ${sealed} WHERE name = ${name}`
  }
})
