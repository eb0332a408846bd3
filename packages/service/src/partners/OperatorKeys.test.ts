import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { aCaller, partnerServices } from "../../test/TestPartnerHttp.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { operatorKeys } from "./OperatorKeys.ts"

/** The beginning of a key. */
const hintOf = (key: string) => key.split("_").slice(0, 3).join("_")

const works = (key: string) =>
  Effect.flatMap(ApiKeys, (keys) => Effect.map(keys.authenticate(Redacted.make(key)), Option.isSome))

const aPartner = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const caller = yield* aCaller
  const [row] = yield* sql<{ slug: string }>`SELECT slug FROM partners WHERE id = ${caller.partnerId}`
  return { ...caller, slug: row?.slug ?? assert.fail() }
})

layer(partnerServices(), { excludeTestServices: true })("an operator", (it) => {
  it.effect("sees the keys of a partner and its products by how they begin, those that work first", () =>
    Effect.gen(function* () {
      const { partnerKey, productId, productKey, slug } = yield* aPartner
      const keys = yield* operatorKeys
      yield* keys.deactivate(hintOf(partnerKey))
      const listed = yield* keys.list(slug)
      assert.deepStrictEqual(
        listed.map(({ deactivated_at, hint, product_id }) => [hint, product_id, deactivated_at === null]),
        [
          [hintOf(productKey), productId, true],
          [hintOf(partnerKey), null, false]
        ]
      )
    })
  )

  it.effect("ends a key of a partner or a product at once, and it is recorded", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { partnerId, partnerKey, productId, productKey } = yield* aPartner
      const keys = yield* operatorKeys
      for (const key of [partnerKey, productKey]) {
        assert.isTrue(yield* works(key))
        assert.isTrue(yield* keys.deactivate(hintOf(key)))
        assert.isFalse(yield* works(key))
        assert.isFalse(yield* keys.deactivate(hintOf(key)))
      }
      assert.deepStrictEqual(
        yield* sql`SELECT actor_kind, action, product_id FROM audit_log
          WHERE partner_id = ${partnerId} AND action = 'api_key.deactivate' ORDER BY id`,
        [null, productId].map((product_id) => ({
          actor_kind: "operator",
          action: "api_key.deactivate",
          product_id
        }))
      )
    })
  )

  it.effect("changes a partner's key: the one before works until it is ended, and never a third", () =>
    Effect.gen(function* () {
      const { partnerKey, slug } = yield* aPartner
      const keys = yield* operatorKeys
      const second = Redacted.value(yield* keys.create(slug))
      assert.isTrue(yield* works(partnerKey))
      assert.isTrue(yield* works(second))
      const refused = yield* Effect.flip(keys.create(slug))
      assert.strictEqual(refused.problem, `The partner ${slug} already has two keys that work.`)
      yield* keys.deactivate(hintOf(partnerKey))
      const third = Redacted.value(yield* keys.create(slug))
      assert.isFalse(yield* works(partnerKey))
      assert.isTrue((yield* works(second)) && (yield* works(third)))
    })
  )

  it.effect("is refused a partner or a key that doesn't exist, without the key in the message", () =>
    Effect.gen(function* () {
      const { partnerKey } = yield* aPartner
      const keys = yield* operatorKeys
      assert.include((yield* Effect.flip(keys.list("nobody"))).problem, "no partner with the slug nobody")
      const mistyped = partnerKey.replace("sandbox", "live")
      const unknown = yield* Effect.flip(keys.deactivate(mistyped))
      assert.strictEqual(unknown.problem, "There is no such key.")
      assert.notInclude(unknown.remedy, mistyped.slice(13))
      assert.isTrue(yield* works(partnerKey))
    })
  )
})
