import type { EmployerId } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { newId } from "../src/platform/ids/newId.ts"

/** Inserts an employer of a product, and returns its id. */
export const anEmployer = Effect.fnUntraced(function* (productId: string) {
  const sql = yield* SqlClient.SqlClient
  const id = (yield* newId) as EmployerId
  yield* sql`INSERT INTO employers (id, product_id, remote_id, abn, name, inserted_at, updated_at)
    VALUES (${id}, ${productId}, ${`remote ${id}`}, '51824753556', 'Wattle Pty Ltd', now(), now())`
  return id
})
