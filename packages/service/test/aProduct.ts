import type { ProductId, EmployerId } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { newId } from "../src/platform/ids/newId.ts"

/** Inserts a product of a new partner, sandboxed by default, and returns its id. */
export const aProduct = Effect.fnUntraced(function* (options: { readonly sandboxed?: boolean } = {}) {
  const sql = yield* SqlClient.SqlClient
  const partnerId = yield* newId
  const productId = (yield* newId) as ProductId
  const sandboxed = options.sandboxed ?? true
  yield* sql`INSERT INTO partners (id, name, slug, sandboxed) VALUES (${partnerId}, 'Wattle Payroll', ${partnerId}, ${sandboxed})`
  yield* sql`INSERT INTO products (id, partner_id, name, slug, sandboxed, target_origins)
    VALUES (${productId}, ${partnerId}, 'Wattle', 'wattle', ${sandboxed}, '{https://payroll.example.com}')`
  return productId
})

/** Inserts an employer of a product, and returns its id. */
export const anEmployer = Effect.fnUntraced(function* (productId: string) {
  const sql = yield* SqlClient.SqlClient
  const id = (yield* newId) as EmployerId
  yield* sql`INSERT INTO employers (id, product_id, remote_id, abn, name, inserted_at, updated_at)
    VALUES (${id}, ${productId}, ${`remote ${id}`}, '51824753556', 'Wattle Pty Ltd', now(), now())`
  return id
})
