import { ProductsGroup } from "@embedded-super/contracts/partner-api"
import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { TestDatabase } from "../../test/TestDatabase.ts"
import { aCaller, apiOf, partnerServices, send, served } from "../../test/TestPartnerHttp.ts"
import { TestSettings } from "../../test/TestSettings.ts"
import { entityTag } from "../platform/versions/ifMatch.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { Partners } from "./Partners.ts"
import { ProductsHttp } from "./Products.http.ts"
import { Products } from "./Products.ts"

const services = Layer.mergeAll(Products.layer, Partners.layer).pipe(
  Layer.provideMerge(ApiKeys.layer),
  Layer.provide(TestSettings.layer),
  Layer.provideMerge(TestDatabase.layer)
)

const named = (name: string) => ({ name: name as S.OrganisationName })
let partners = 0
const aPartner = Effect.gen(function* () {
  const { partner } = yield* (yield* Partners).create({ name: `Wattle ${++partners}`, sandboxed: true })
  return partner.id
})

layer(services)("a product", (it) => {
  it.effect("is sandboxed by default, and gets a slug from its name", () =>
    Effect.gen(function* () {
      const products = yield* Products
      const partner = yield* aPartner
      const { data } = yield* products.create(partner, named("Wattle Payroll & Café"))
      assert.isTrue(data.sandboxed)
      assert.strictEqual(data.slug, "wattle-payroll-cafe")
      assert.isNull(data.webhook)
      const second = yield* products.create(partner, named("Wattle Payroll & Café"))
      assert.strictEqual(second.data.slug, "wattle-payroll-cafe-2")
      assert.deepStrictEqual((yield* products.get(partner, data.id)).data, data)
    })
  )

  it.effect("is live only if its partner isn't sandboxed", () =>
    Effect.gen(function* () {
      const products = yield* Products
      const live = { ...named("Wattle Live"), sandboxed: false }
      const sandboxed = yield* aPartner
      const refused = yield* Effect.flip(products.create(sandboxed, live))
      assert(refused._tag === "ValidationFailed")
      assert.strictEqual(refused.errors?.[0]?.pointer, "#/sandboxed")
      assert.deepStrictEqual((yield* products.list(sandboxed, { after: undefined, limit: 25 })).items, [])

      const made = yield* (yield* Partners).create({ name: `Wattle ${++partners}`, sandboxed: false })
      assert.isFalse((yield* products.create(made.partner.id, live)).data.sandboxed)
      assert.isTrue((yield* products.create(made.partner.id, named("Wattle Try"))).data.sandboxed)
    })
  )

  it.effect("changes only for who has read its newest version", () =>
    Effect.gen(function* () {
      const products = yield* Products
      const partner = yield* aPartner
      const { data, version } = yield* products.create(partner, named("Wattle"))
      const changed = yield* products.update(partner, data.id, entityTag(version), named("Wattle HR"))
      assert.strictEqual(changed.data.name as string, "Wattle HR")
      const late = yield* Effect.flip(products.update(partner, data.id, entityTag(version), named("Old")))
      assert.strictEqual(late._tag, "PreconditionFailed")
      const blind = yield* Effect.flip(products.update(partner, data.id, undefined, named("Old")))
      assert.strictEqual(blind._tag, "PreconditionRequired")
    })
  )
})

layer(served(apiOf(ProductsGroup), ProductsHttp).pipe(Layer.provideMerge(partnerServices())), {
  excludeTestServices: true
})("a change of what the operator alone sets", (it) => {
  it.effect.each(["employer_issue_webhooks_enabled", "tfn_access_enabled"])(
    "is refused as read-only, and names who sets it: %s",
    (field) =>
      Effect.gen(function* () {
        const { partnerKey, productId } = yield* aCaller
        const path = `/api/v1/products/${productId}`
        const read = yield* send(partnerKey, "GET", path)
        const headers = { "if-match": read.headers["etag"] ?? "" }
        const { body } = yield* send(partnerKey, "PATCH", path, {
          headers,
          body: { name: "Wattle HR", [field]: true }
        })
        assert.deepInclude(body, { status: 422, code: "validation_failed" })
        assert.deepInclude(body.errors[0], { pointer: `#/${field}`, code: "read_only" })
        assert.match(body.errors[0].detail, /read-only.*[Aa]sk the operator/)
        assert.deepStrictEqual((yield* send(partnerKey, "GET", path)).body, read.body)
      })
  )
})

layer(services)("a partner", (it) => {
  it.effect("is made by the operator with a key that works, and its slug is its own", () =>
    Effect.gen(function* () {
      const partners = yield* Partners
      const { key, partner } = yield* partners.create({ name: "Acacia HR", sandboxed: true })
      const caller = yield* (yield* ApiKeys).authenticate(key)
      assert.deepStrictEqual(
        Option.map(caller, ({ kind, partner_id }) => ({ kind, partner_id })),
        Option.some({ kind: "partner" as const, partner_id: partner.id })
      )
      const again = yield* Effect.flip(partners.create({ name: "Acacia HR", sandboxed: true }))
      assert.strictEqual(again.remedy, "Give another with --slug.")
    })
  )
})
