import { assert, layer } from "@effect/vitest"
import { Conflict } from "@embedded-super/contracts/problems"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import { aCaller, send } from "../../../test/TestPartnerHttp.ts"
import { gate, post, services, Then, written } from "../../../test/TestThings.ts"
import { ApiKeys } from "../../partners/ApiKeys.ts"

layer(services, { excludeTestServices: true })("a POST with an Idempotency-Key", (it) => {
  it.effect("runs once: its repeat gets the first answer, to the byte, and says so", () =>
    Effect.gen(function* () {
      const { productKey } = yield* aCaller
      const first = yield* post(productKey, "k-1", { name: "once" })
      const repeat = yield* post(productKey, "k-1", { name: "once" })
      assert.strictEqual(first.status, 201)
      assert.isUndefined(first.headers["idempotency-replayed"])
      assert.strictEqual(repeat.headers["idempotency-replayed"], "true")
      assert.deepStrictEqual(
        [
          repeat.status,
          repeat.text,
          repeat.headers["etag"],
          repeat.headers["location"],
          repeat.headers["content-type"]
        ],
        [
          first.status,
          first.text,
          first.headers["etag"],
          first.headers["location"],
          first.headers["content-type"]
        ]
      )
      assert.notStrictEqual(repeat.headers["x-request-id"], first.headers["x-request-id"])
      assert.strictEqual(yield* written("once"), 1)
    })
  )

  it.effect("means the same with its key bare or quoted, and its body spaced and ordered in any way", () =>
    Effect.gen(function* () {
      const { productKey } = yield* aCaller
      yield* post(productKey, "k-2", { name: "same", tags: ["a", "b"] })
      const repeat = yield* post(productKey, '"k-2"', ' { "tags" : ["a","b"], "name": "same" }')
      assert.strictEqual(repeat.headers["idempotency-replayed"], "true")
      assert.strictEqual((yield* post(productKey, "k-2", { name: "same", tags: ["b", "a"] })).status, 422)
      assert.strictEqual(yield* written("same"), 1)
    })
  )

  it.effect("is refused if its key was another request's: 422 idempotency_key_reused", () =>
    Effect.gen(function* () {
      const { productKey } = yield* aCaller
      yield* post(productKey, "k-3", { name: "first" })
      const { body, status } = yield* post(productKey, "k-3", { name: "second" })
      assert.deepInclude(body, { status: 422, code: "idempotency_key_reused", instance: "/things" })
      assert.strictEqual(status, 422)
      assert.deepInclude(body.errors[0], { in: "header", pointer: "#/Idempotency-Key" })
      assert.strictEqual(yield* written("second"), 0)
    })
  )

  it.effect("shares its key with no other product and no other operation", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* aCaller, yield* aCaller]
      yield* post(one.productKey, "k-4", { name: "mine" })
      const another = yield* post(other.productKey, "k-4", { name: "mine" })
      const renamed = yield* post(one.productKey, "k-4", { name: "mine" }, "/things/renamed")
      assert.deepStrictEqual([another.status, renamed.status], [201, 201])
      assert.strictEqual(yield* written("mine"), 3)
    })
  )

  it.effect("runs each time without a key, and is refused by the operation with a malformed one", () =>
    Effect.gen(function* () {
      const { productKey } = yield* aCaller
      yield* post(productKey, undefined, { name: "free" })
      yield* post(productKey, undefined, { name: "free" })
      const refused = yield* post(productKey, "two words", { name: "free" })
      assert.deepInclude(refused.body, { code: "validation_failed" })
      assert.deepInclude(refused.body.errors[0], { in: "header", pointer: "#/Idempotency-Key" })
      assert.strictEqual(yield* written("free"), 2)
    })
  )

  it.effect("is answered 409 idempotency_in_progress while the first still runs", () =>
    Effect.gen(function* () {
      const { productKey } = yield* aCaller
      const { open, reached } = yield* gate("slow")
      const first = yield* Effect.forkChild(post(productKey, "k-5", { name: "slow" }))
      yield* reached
      const early = yield* post(productKey, "k-5", { name: "slow" })
      assert.deepInclude(early.body, { status: 409, code: "idempotency_in_progress" })
      yield* open
      const { text } = yield* Fiber.join(first)
      assert.strictEqual((yield* post(productKey, "k-5", { name: "slow" })).text, text)
      assert.strictEqual(yield* written("slow"), 1)
    })
  )

  it.effect("runs once when twenty of it arrive together", () =>
    Effect.gen(function* () {
      const { productKey } = yield* aCaller
      const answers = yield* Effect.forEach(
        Array.from({ length: 20 }),
        () => post(productKey, "k-6", { name: "crowd" }),
        { concurrency: "unbounded" }
      )
      assert.isTrue(answers.every(({ status }) => status === 201 || status === 409))
      assert.isTrue(answers.some(({ status }) => status === 201))
      assert.strictEqual(yield* written("crowd"), 1)
    })
  )

  it.effect("leaves its key free, and nothing written, when it is refused or fails", () =>
    Effect.gen(function* () {
      const { productKey } = yield* aCaller
      const then = yield* Then
      const taken = new Conflict({ code: "remote_id_taken", detail: "Taken." })
      const endings = [Effect.fail(taken), Effect.die(new Error("a fault")), Effect.void]
      const statuses = []
      for (const ending of endings) {
        then.set("again", ending)
        statuses.push((yield* post(productKey, "k-7", { name: "again" })).status)
      }
      assert.deepStrictEqual(statuses, [409, 500, 201])
      assert.strictEqual(yield* written("again"), 1)
      // Nothing ran, so a corrected body may use the same key.
      assert.strictEqual((yield* post(productKey, "k-8", { nam: "again" })).status, 422)
      assert.strictEqual((yield* post(productKey, "k-8", { name: "corrected" })).status, 201)
    })
  )

  it.effect("is refused like any other when it can't be read, and leaves its key free", () =>
    Effect.gen(function* () {
      const { productKey } = yield* aCaller
      const unreadable = [
        { body: "{", headers: {} },
        { body: '{ "name": "text" }', headers: { "content-type": "text/plain" } },
        { body: { name: "x".repeat(300_000) }, headers: {} },
        { body: `${"[".repeat(100_000)}${"]".repeat(100_000)}`, headers: {} }
      ]
      const answers = yield* Effect.forEach(unreadable, ({ body, headers }) =>
        send(productKey, "POST", "/things", { body, headers: { "idempotency-key": "k-12", ...headers } })
      )
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [400, 415, 413, 400]
      )
      assert.strictEqual((yield* post(productKey, "k-12", { name: "readable" })).status, 201)
    })
  )

  it.effect("does nothing, and leaves its key free, when its caller hangs up", () =>
    Effect.gen(function* () {
      const { productKey } = yield* aCaller
      const ended = yield* Deferred.make<void>()
      const reached = yield* Deferred.make<void>()
      ;(yield* Then).set(
        "gone",
        Deferred.succeed(reached, undefined).pipe(
          Effect.andThen(Effect.never),
          Effect.onInterrupt(() => Deferred.succeed(ended, undefined))
        )
      )
      const first = yield* Effect.forkChild(post(productKey, "k-9", { name: "gone" }))
      yield* Deferred.await(reached)
      yield* Fiber.interrupt(first)
      yield* Deferred.await(ended)
      ;(yield* Then).delete("gone")
      // The key is released right after the operation has ended, on the server's own time.
      const repeat = yield* post(productKey, "k-9", { name: "gone" }).pipe(
        Effect.repeat({ until: ({ status }) => status !== 409 })
      )
      assert.strictEqual(repeat.status, 201)
      assert.strictEqual(yield* written("gone"), 1)
    })
  )

  it.effect("answers with a secret once: its repeat is 409 with the id of what was made", () =>
    Effect.gen(function* () {
      const { partnerKey, productId } = yield* aCaller
      const path = `/api/v1/products/${productId}/keys`
      const capitals = `/api/v1/products/${productId.toUpperCase()}/keys`
      const first = yield* post(partnerKey, "k-10", { name: "CI" }, capitals)
      const repeat = yield* post(partnerKey, "k-10", { name: "CI" }, path)
      assert.strictEqual(first.status, 201)
      assert.deepInclude(repeat.body, {
        status: 409,
        code: "idempotent_replay_of_secret",
        resource_id: first.body.data.key.id
      })
      const { items } = yield* (yield* ApiKeys).list(productId, { after: undefined, limit: 25 })
      assert.lengthOf(items, 2)
    })
  )

  it.effect(
    "is known by keyed digests and a sealed answer: nothing of it, nor the key, can be read in the table",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { partnerKey } = yield* aCaller
        const body = { name: "Confidential Payroll" }
        const key = "niamh@example.com"
        assert.strictEqual((yield* post(partnerKey, key, body, "/api/v1/products")).status, 201)
        assert.strictEqual(
          (yield* post(partnerKey, key, body, "/api/v1/products")).body.data.name,
          "Confidential Payroll"
        )
        const rows = yield* sql<{ row: string; bytes: string }>`
        SELECT k::text AS row, encode(coalesce(answer, ''), 'escape') AS bytes FROM idempotency_keys k`
        const text = JSON.stringify(rows)
        // A row's text form contains bytes in hexadecimal.
        for (const secret of ["Confidential", key, Buffer.from(key).toString("hex")]) {
          assert.notInclude(text, secret)
        }
      })
  )
})
