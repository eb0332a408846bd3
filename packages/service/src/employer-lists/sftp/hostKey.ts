import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import ssh2 from "ssh2"
import { Vault } from "../../platform/crypto/Vault.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import { newKeyPair } from "./newKeyPair.ts"

const CELL = { table: "sftp_host_keys", column: "sealed", tenant: "service", row: "current" }

/**
 * The server's own key: Ed25519, generated once for this database and stored there sealed, so that it never changes for
 * funds that pin it.
 */
export const hostKey = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const fresh = newKeyPair("embedded-super").private
  yield* sql`INSERT INTO sftp_host_keys (name, sealed, inserted_at)
    VALUES ('current', ${yield* vault.seal(CELL, Redacted.make(fresh))}, platform_now()) ON CONFLICT (name) DO NOTHING`
  const [row] = yield* sql<{ sealed: Uint8Array }>`SELECT sealed FROM sftp_host_keys WHERE name = 'current'`
  const text = yield* Effect.orDie(vault.open(CELL, row?.sealed ?? new Uint8Array()))
  const key = ssh2.utils.parseKey(Redacted.value(text))
  if (key instanceof Error) {
    return yield* new OperatorError({
      problem: "The SFTP server's key in the database can't be read.",
      remedy: "Restore the row of sftp_host_keys from a backup; funds have pinned this key."
    })
  }
  return { secret: text, key }
})
