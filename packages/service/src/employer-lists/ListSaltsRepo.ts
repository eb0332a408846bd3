import type { FundId } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** A salt as it is stored. */
export interface StoredSalt {
  readonly id: string
  readonly sealed: Uint8Array
}

/** The statements on the salts of hashed lists. */
export const listSaltsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  return {
    newest: (fundId: FundId) =>
      Effect.map(
        sql<StoredSalt>`
          SELECT id, sealed FROM employer_list_salts WHERE fund_id = ${fundId} ORDER BY id DESC LIMIT 1`,
        (rows) => rows[0]
      ),

    find: (fundId: FundId, id: string) =>
      Effect.map(
        sql<StoredSalt>`SELECT id, sealed FROM employer_list_salts WHERE fund_id = ${fundId} AND id = ${id}`,
        (rows) => rows[0]
      ),

    insert: (fundId: FundId, { id, sealed }: StoredSalt) =>
      sql`INSERT INTO employer_list_salts (id, fund_id, sealed, inserted_at)
        VALUES (${id}, ${fundId}, ${sealed}, platform_now())`
  }
})
