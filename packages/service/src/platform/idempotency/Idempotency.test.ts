import { assert, describe, it, layer } from "@effect/vitest"
import { HoldsSecret } from "@embedded-super/contracts/holdsSecret"
import {
  Idempotency,
  KeysGroup,
  ProductKeySecurity,
  ProductsGroup
} from "@embedded-super/contracts/partner-api"
import { Conflict } from "@embedded-super/contracts/problems"
import * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { passTime } from "../../../test/passTime.ts"
import { aCaller, apiOf, partnerServices, send, served } from "../../../test/TestPartnerHttp.ts"
import { ApiKeysHttp, ProductsHttp } from "../../partners/Products.http.ts"
import { ApiKeys } from "../../partners/ApiKeys.ts"
import { newId } from "../ids/newId.ts"
import { idempotencyLedger } from "./IdempotencyLedger.ts"
import { requestText } from "./IdempotentRequests.ts"

/** Two operations that write their input, and then run the effect that the test registered. */
const thing = (name: "createThing" | "renameThing", path: "/things" | "/things/renamed") =>
  HttpApiEndpoint.post(name, path, {
    headers: { "idempotency-key": Schema.optionalKey(S.IdempotencyKey) },
    payload: Schema.Struct({ name: Schema.String, tags: Schema.optionalKey(Schema.Array(Schema.String)) }),
    success: HttpApiSchema.WithHeaders(
      Schema.Struct({ name: Schema.String, nth: Schema.Number }).pipe(HttpApiSchema.status(201)),
      { etag: S.EntityTag, location: Schema.String }
    ),
    error: [Conflict]
  })
    .middleware(Idempotency)
    .middleware(ProductKeySecurity)

class ThingsGroup extends HttpApiGroup.make("things").add(
  thing("createThing", "/things"),
  thing("renameThing", "/things/renamed")
) {}

const api = apiOf(ThingsGroup, ProductsGroup, KeysGroup)

/** The effect that an operation runs after its write, by the requested name; by default nothing. */
class Then extends Context.Service<Then, Map<string, Effect.Effect<void, Conflict>>>()("test/Then") {}

const ThingsHttp = HttpApiBuilder.group(
  api,
  "things",
  Effect.fnUntraced(function* (handlers) {
    const sql = yield* SqlClient.SqlClient
    const then = yield* Then
    yield* Effect.orDie(sql`CREATE TABLE things (nth serial, name text NOT NULL)`)
    const write = Effect.fnUntraced(
      function* ({ payload: { name } }: { readonly payload: { readonly name: string } }) {
        const [row] = yield* sql<{ nth: number }>`INSERT INTO things (name) VALUES (${name}) RETURNING nth`
        yield* then.get(name) ?? Effect.void
        return HttpApiSchema.withHeaders({
          body: { name, nth: row?.nth ?? 0 },
          headers: { etag: '"1"' as S.EntityTag, location: `https://api.example.test/things/${row?.nth}` }
        })
      },
      Effect.catchTag("SqlError", Effect.die)
    )
    return handlers.handleAll({ createThing: write, renameThing: write })
  })
)

const services = served(api, Layer.mergeAll(ThingsHttp, ProductsHttp, ApiKeysHttp)).pipe(
  Layer.provideMerge(Layer.sync(Then, () => new Map())),
  Layer.provideMerge(partnerServices()),
  // One test makes an operation fail, which the server reports.
  Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None"))
)

const written = (name: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return (yield* sql`SELECT nth FROM things WHERE name = ${name}`).length
  })

const post = Effect.fnUntraced(function* (
  key: string,
  idempotencyKey: string | undefined,
  body: unknown,
  path = "/things"
) {
  const headers = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }
  return yield* send(key, "POST", path, { headers, body })
})

/** Makes an operation pause after its write: `reached` resolves when it has, `open` lets it continue. */
const gate = Effect.fnUntraced(function* (name: string) {
  const reached = yield* Deferred.make<void>()
  const opened = yield* Deferred.make<void>()
  ;(yield* Then).set(name, Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(opened)))
  return { reached: Deferred.await(reached), open: Deferred.succeed(opened, undefined) }
})

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
        Effect.repeat({ until: ({ status }) => status !== 409, times: 100 })
      )
      assert.strictEqual(repeat.status, 201)
      assert.strictEqual(yield* written("gone"), 1)
    })
  )

  it.effect("answers with a secret once: its repeat is 409 with the id of what was made", () =>
    Effect.gen(function* () {
      const { partnerKey, productId } = yield* aCaller
      const path = `/api/v1/products/${productId}/keys`
      const first = yield* post(partnerKey, "k-10", { name: "CI" }, path)
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

describe("operations", () => {
  it("that answer with a secret are those whose answer the specs call x-redacted", () => {
    const secret = Object.values(api.groups)
      .flatMap((group) => Object.values(group.endpoints) as ReadonlyArray<HttpApiEndpoint.Top>)
      .filter(({ annotations }) => Context.get(annotations, HoldsSecret))
      .map(({ identifier }) => identifier)
    assert.deepStrictEqual(secret.toSorted(), [
      "createProductKey",
      "rotateWebhookSecret",
      "setProductWebhook"
    ])
  })
})
