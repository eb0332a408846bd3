import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The statements on the vault's own keys, which are stored in the database sealed. */
export const vaultKeysRepo = Effect.map(SqlClient.SqlClient, (sql) => ({
  /** The sealed key of this name. The first process to call it stores `fresh`. */
  findOrInsert: (name: string, fresh: Uint8Array) =>
    Effect.andThen(
      sql`INSERT INTO vault_keys (name, sealed) VALUES (${name}, ${fresh}) ON CONFLICT (name) DO NOTHING`,
      Effect.map(
        sql<{ readonly sealed: Uint8Array }>`SELECT sealed FROM vault_keys WHERE name = ${name}`,
        (rows) => rows[0]?.sealed ?? new Uint8Array()
      )
    ),

  /** The sealed key of this name; no bytes if there is none. */
  find: (name: string) =>
    Effect.map(
      sql<{ readonly sealed: Uint8Array }>`SELECT sealed FROM vault_keys WHERE name = ${name}`,
      (rows) => rows[0]?.sealed ?? new Uint8Array()
    ),

  replace: (name: string, sealed: Uint8Array) =>
    sql`UPDATE vault_keys SET sealed = ${sealed} WHERE name = ${name}`
}))
