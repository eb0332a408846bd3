import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { crc32 } from "node:zlib"
import { aProduct } from "../../test/aProduct.ts"
import { TestDatabase } from "../../test/TestDatabase.ts"
import { parseApiKey, toBase62 } from "../platform/ids/ApiKey.ts"
import { ApiKeys, type KeyOwner } from "./ApiKeys.ts"

const anOwner = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const productId = yield* aProduct()
  const rows = yield* sql<{
    partner_id: S.PartnerId
  }>`SELECT partner_id FROM products WHERE id = ${productId}`
  return { partnerId: rows[0]?.partner_id as S.PartnerId, productId, sandboxed: true }
})

const asCaller = (owner: KeyOwner): S.ApiKeyPrincipal => ({
  kind: "partner",
  key_id: "0190d4b1-0000-7000-8000-000000000001" as S.ApiKeyId,
  partner_id: owner.partnerId,
  product_id: null,
  sandboxed: true
})

interface KeyParts {
  readonly kind: string
  readonly environment: string
  readonly shortId: string
  readonly secret: string
}

const partsOf = (key: Redacted.Redacted): KeyParts => {
  const [kind = "", environment = "", shortId = "", secret = ""] = Redacted.value(key).split("_")
  return { kind, environment, shortId, secret }
}

/** A key of these parts with its correct checksum. */
const withChecksum = ({ environment, kind, secret, shortId }: KeyParts) => {
  const body = [kind, environment, shortId, secret].join("_")
  return `${body}_${toBase62(crc32(body), 6)}`
}

layer(ApiKeys.layer.pipe(Layer.provideMerge(TestDatabase.layer)))("a Product API Key", (it) => {
  it.effect("says who calls: its product, its partner, whether all is simulated [R-5-1]", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const owner = yield* anOwner
      const { key, secret } = yield* keys.create(owner)
      assert.deepStrictEqual(
        yield* keys.authenticate(secret),
        Option.some({
          kind: "product",
          key_id: key.id,
          partner_id: owner.partnerId,
          product_id: owner.productId,
          sandboxed: true
        })
      )
    })
  )

  it.effect("is known by its hash alone: no column holds its text", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const sql = yield* SqlClient.SqlClient
      const { secret } = yield* keys.create(yield* anOwner)
      const secretPart = Redacted.value(secret).split("_")[3] ?? ""
      const rows = yield* sql<{ row: string }>`SELECT api_keys::text AS row FROM api_keys`
      assert.isFalse(rows.some(({ row }) => row.includes(secretPart)))
      assert.strictEqual(String(secret), "<redacted>")
    })
  )

  it.effect(
    "is one at a time; while it is rotated the previous one works too, and never a third [R-5-2]",
    () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        const owner = yield* anOwner
        const first = yield* keys.create(owner)
        const second = yield* keys.create(owner)
        assert.isTrue(Option.isSome(yield* keys.authenticate(first.secret)))
        assert.isTrue(Option.isSome(yield* keys.authenticate(second.secret)))
        assert.strictEqual((yield* Effect.flip(keys.create(owner))).code, "key_limit_reached")

        yield* keys.deactivate(asCaller(owner), owner.productId, first.key.id)
        assert.isTrue(Option.isNone(yield* keys.authenticate(first.secret)))
        assert.isTrue(Option.isSome(yield* keys.authenticate(second.secret)))
        yield* keys.create(owner)
        const { items } = yield* keys.list(owner.productId, { after: undefined, limit: 25 })
        assert.deepStrictEqual(
          items.map(({ active }) => active),
          [true, true, false]
        )
      })
  )

  it.effect.each([
    ["another key's secret", { secret: "other" }],
    ["another kind in its prefix", { kind: "partner" }],
    ["another environment in its prefix", { environment: "live" }],
    ["a short id that no key has", { shortId: "00000000" }]
  ] as const)("is refused with %s, although its checksum is right", ([, change]) =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const { secret } = yield* keys.create(yield* anOwner)
      const other = partsOf((yield* keys.create(yield* anOwner)).secret)
      const parts = partsOf(secret)
      assert.deepStrictEqual(withChecksum(parts), Redacted.value(secret))
      const given = { ...parts, ...change }
      const forged = withChecksum(given.secret === "other" ? { ...given, secret: other.secret } : given)
      // Without this, the key would be refused before any look-up.
      assert.isTrue(Option.isSome(parseApiKey(Redacted.make(forged))))
      assert.isTrue(Option.isNone(yield* keys.authenticate(Redacted.make(forged))))
      assert.isTrue(Option.isSome(yield* keys.authenticate(secret)))
    })
  )
})
