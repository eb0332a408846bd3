import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { TestDatabase } from "../../../../test/TestDatabase.ts"
import { newId } from "../../ids/newId.ts"

const addPartner = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const id = yield* newId
  yield* sql`INSERT INTO partners ${sql.insert({ id, name: "Payroll", slug: `p-${id}` })}`
  return id
})

const addProduct = Effect.fnUntraced(function* (partner_id: string) {
  const sql = yield* SqlClient.SqlClient
  const id = yield* newId
  yield* sql`INSERT INTO products ${sql.insert({ id, partner_id, name: "Onboarding", slug: `q-${id}` })}`
  return id
})

const addKey = Effect.fnUntraced(function* (
  partner_id: string,
  product_id: string | null,
  more: object = {}
) {
  const sql = yield* SqlClient.SqlClient
  const id = yield* newId
  const digits = id.replaceAll("-", "")
  yield* sql`INSERT INTO api_keys ${sql.insert({
    id,
    kind: product_id === null ? "partner" : "product",
    environment: "sandbox",
    partner_id,
    product_id,
    short_id: digits.slice(-8),
    secret_hash: Buffer.from(digits),
    last_four: "abcd",
    ...more
  })}`
  return id
})

const violation = <A, R>(effect: Effect.Effect<A, { readonly reason: { readonly _tag: string } }, R>) =>
  Effect.map(Effect.flip(effect), (error) => error.reason._tag)

layer(TestDatabase.layer)("tables of partners", (it) => {
  it.effect("a product has one current key and one previous key at most", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const partner = yield* addPartner
      const product = yield* addProduct(partner)
      const first = yield* addKey(partner, product)
      assert.strictEqual(yield* violation(addKey(partner, product)), "UniqueViolation")
      yield* sql`UPDATE api_keys SET superseded_at = now() WHERE id = ${first}`
      const second = yield* addKey(partner, product)
      assert.strictEqual(
        yield* violation(sql`UPDATE api_keys SET superseded_at = now() WHERE id = ${second}`),
        "UniqueViolation"
      )
      yield* sql`UPDATE api_keys SET deactivated_at = now() WHERE id = ${first}`
      yield* sql`UPDATE api_keys SET superseded_at = now() WHERE id = ${second}`
      yield* addKey(partner, product)
      yield* addKey(partner, null)
    })
  )

  it.effect("a key can't name one partner and another partner's product", () =>
    Effect.gen(function* () {
      const [mine, theirs] = [yield* addPartner, yield* addPartner]
      const product = yield* addProduct(theirs)
      assert.strictEqual(yield* violation(addKey(mine, product)), "ConstraintError")
      assert.strictEqual(yield* violation(addKey(theirs, product, { kind: "partner" })), "ConstraintError")
    })
  )
})
