import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { aProduct } from "../../test/aProduct.ts"
import { TestDatabase } from "../../test/TestDatabase.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { Partners } from "./Partners.ts"

const accessOf = Effect.fnUntraced(function* (id: S.ProductId) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`SELECT tfn_access_enabled, version FROM products WHERE id = ${id}`
  return row
})

layer(Partners.layer.pipe(Layer.provide(ApiKeys.layer), Layer.provideMerge(TestDatabase.layer)), {
  excludeTestServices: true
})("the permission to read whole tax file numbers", (it) => {
  it.effect("is off, until the operator grants it and after it is withdrawn; both are recorded", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const partners = yield* Partners
      const id = yield* aProduct()
      assert.deepStrictEqual(yield* accessOf(id), { tfn_access_enabled: false, version: 1 })
      yield* partners.setTfnAccess(id, true)
      assert.deepStrictEqual(yield* accessOf(id), { tfn_access_enabled: true, version: 2 })
      yield* partners.setTfnAccess(id, false)
      assert.deepStrictEqual(yield* accessOf(id), { tfn_access_enabled: false, version: 3 })
      const entries =
        yield* sql`SELECT actor_kind, action FROM audit_log WHERE product_id = ${id} ORDER BY id`
      assert.deepStrictEqual(entries, [
        { actor_kind: "operator", action: "product.tfn_access_permit" },
        { actor_kind: "operator", action: "product.tfn_access_withdraw" }
      ])
    })
  )

  it.effect("isn't granted to a product that isn't there", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip((yield* Partners).setTfnAccess("nobody", true))
      assert.strictEqual(refused.problem, "There is no product nobody.")
    })
  )
})
