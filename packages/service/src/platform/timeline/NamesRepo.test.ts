import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import { aProduct } from "../../../test/aProduct.ts"
import { TestDatabase } from "../../../test/TestDatabase.ts"
import { names } from "./NamesRepo.ts"

/** Nobody else can read the names of products until the transaction ends. */
const lock = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`LOCK TABLE products IN ACCESS EXCLUSIVE MODE`)

const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(effect))

layer(TestDatabase.layer, { excludeTestServices: true })("a name for the time line", (it) => {
  it.effect("is read once", () =>
    Effect.gen(function* () {
      const productId = yield* aProduct()
      const sql = yield* SqlClient.SqlClient
      const nameOf = yield* names
      const name = yield* nameOf.product(productId)
      assert.isString(name)
      yield* sql`UPDATE products SET name = 'Another' WHERE id = ${productId}`
      assert.strictEqual(yield* inTransaction(nameOf.product(productId)), name)
    })
  )

  it.effect("that doesn't exist, or can't be read, leaves the caller's transaction as it was", () =>
    Effect.gen(function* () {
      const productId = yield* aProduct()
      const sql = yield* SqlClient.SqlClient
      const nameOf = yield* names
      yield* sql`ALTER TABLE fund_products RENAME TO hidden_fund_products`
      const work = Effect.gen(function* () {
        assert.isUndefined(yield* nameOf.partner(""))
        assert.isUndefined(yield* nameOf.partner(productId))
        assert.isUndefined(yield* nameOf.fundProduct(productId))
        yield* sql`UPDATE products SET name = 'Written' WHERE id = ${productId}`
      })
      yield* inTransaction(work)
      yield* sql`ALTER TABLE hidden_fund_products RENAME TO fund_products`
      const [row] = yield* sql<{ name: string }>`SELECT name FROM products WHERE id = ${productId}`
      assert.strictEqual(row?.name, "Written")
    })
  )

  it.effect("isn't waited for while the caller itself holds the lock that it needs", () =>
    Effect.gen(function* () {
      const productId = yield* aProduct()
      const nameOf = yield* names
      assert.isUndefined(yield* inTransaction(Effect.andThen(lock, nameOf.product(productId))))
      assert.isString(yield* nameOf.product(productId))
    })
  )

  it.effect("doesn't keep an interrupt from the caller", () =>
    Effect.gen(function* () {
      const productId = yield* aProduct()
      const nameOf = yield* names
      const exit = yield* inTransaction(
        Effect.gen(function* () {
          yield* lock
          const fiber = yield* Effect.forkChild(nameOf.product(productId), { startImmediately: true })
          yield* Fiber.interrupt(fiber)
          return yield* Fiber.await(fiber)
        })
      )
      assert.isTrue(Exit.hasInterrupts(exit))
    })
  )
})
