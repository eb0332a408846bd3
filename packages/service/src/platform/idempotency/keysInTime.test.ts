import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import { passTime } from "../../../test/at.ts"
import { aCaller } from "../../../test/TestPartnerHttp.ts"
import { gate, post, services, Then, written } from "../../../test/TestThings.ts"
import { newId } from "../ids/newId.ts"
import { idempotencyLedger } from "./IdempotencyLedger.ts"
import { requestText } from "./IdempotentRequests.ts"

layer(services, { excludeTestServices: true })("an Idempotency-Key, as time passes", (it) => {
  it.effect("of a process that was killed is free after 30 seconds, for the same request alone", () =>
    Effect.gen(function* () {
      const { partnerId, productId, productKey } = yield* aCaller
      const body = { name: "killed" }
      // The state after a process was killed while the operation ran: the claim, and nothing of the operation.
      yield* (yield* idempotencyLedger).claim({
        caller: {
          kind: "product",
          key_id: (yield* newId) as S.ApiKeyId,
          partner_id: partnerId,
          product_id: productId,
          sandboxed: true
        },
        operation: "createThing",
        key: "t-1",
        request: requestText({ method: "POST", path: "/things", body: JSON.stringify(body) })
      })
      assert.strictEqual((yield* post(productKey, "t-1", body)).status, 409)
      yield* passTime("31 seconds")
      assert.strictEqual((yield* post(productKey, "t-1", { name: "other" })).status, 422)
      assert.strictEqual((yield* post(productKey, "t-1", body)).status, 201)
      assert.strictEqual(yield* written("killed"), 1)
    })
  )

  it.effect("is lost by a request that takes too long: that one is rolled back, its repeat counts", () =>
    Effect.gen(function* () {
      const { productKey } = yield* aCaller
      const { open, reached } = yield* gate("late")
      const first = yield* Effect.forkChild(post(productKey, "t-2", { name: "late" }))
      yield* reached
      ;(yield* Then).delete("late")
      yield* passTime("31 seconds")
      assert.strictEqual((yield* post(productKey, "t-2", { name: "late" })).status, 201)
      yield* open
      assert.deepInclude((yield* Fiber.join(first)).body, { code: "idempotency_in_progress" })
      assert.strictEqual(yield* written("late"), 1)
    })
  )

  it.effect("that has an answer keeps it: nothing is kept over it, and it isn't given back", () =>
    Effect.gen(function* () {
      const { partnerId, productId } = yield* aCaller
      const keys = yield* idempotencyLedger
      const caller = {
        kind: "product",
        key_id: (yield* newId) as S.ApiKeyId,
        partner_id: partnerId,
        product_id: productId,
        sandboxed: true
      } as const
      const use = { caller, operation: "createThing", key: "t-4", request: "the same" }
      const claim = yield* keys.claim(use)
      const id = claim._tag === "Ours" ? claim.id : assert.fail(claim._tag)
      const answer = (body: string) => ({ status: 201, headers: {}, body })
      assert.isTrue(yield* keys.keep(id, caller, answer("first")))
      assert.isFalse(yield* keys.keep(id, caller, answer("second")))
      assert.isFalse(yield* keys.keep(id, caller, { resourceId: productId }))
      yield* keys.release(id)
      assert.deepStrictEqual(yield* keys.claim(use), { _tag: "Answered", answer: answer("first") })
    })
  )

  it.effect("and the answer kept with it are forgotten after 24 hours", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keys = yield* idempotencyLedger
      const { productKey } = yield* aCaller
      const key = "t-3"
      yield* post(productKey, key, { name: "yesterday" })
      yield* passTime("23 hours")
      yield* keys.removeExpired
      assert.strictEqual(
        (yield* post(productKey, key, { name: "yesterday" })).headers["idempotency-replayed"],
        "true"
      )
      yield* passTime("2 hours")
      const again = yield* post(productKey, key, { name: "today" })
      assert.deepStrictEqual([again.status, again.body.name], [201, "today"])
      yield* passTime("25 hours")
      yield* keys.removeExpired
      assert.lengthOf(yield* sql`SELECT FROM idempotency_keys`, 0)
    })
  )
})
