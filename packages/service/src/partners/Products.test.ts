import { assert, layer } from "@effect/vitest"
import { ProductsGroup } from "@embedded-super/contracts/partner-api"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { aFundProfile, aMySuper } from "../../../rules/test/aFundProfile.ts"
import { aCaller, apiOf, partnerServices, send, served } from "../../test/TestPartnerHttp.ts"
import { FundCredentials } from "../funds/FundCredentials.ts"
import { FundDirectory } from "../funds/FundDirectory.ts"
import { FundLinks } from "../funds/FundLinks.ts"
import { FundProfiles } from "../funds/FundProfiles.ts"
import { entityTag } from "../platform/versions/ifMatch.ts"
import { Partners } from "./Partners.ts"
import { ProductsHttp } from "./Products.http.ts"
import { Products } from "./Products.ts"

const services = served(apiOf(ProductsGroup), ProductsHttp).pipe(Layer.provideMerge(partnerServices()))

const named = (name: string) => ({ name: name as S.OrganisationName })
let partners = 0
const aPartner = Effect.gen(function* () {
  const { partner } = yield* (yield* Partners).create({ name: `Boronia ${++partners}`, sandboxed: true })
  return partner.id
})

layer(services, { excludeTestServices: true })("a product", (it) => {
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

      const made = yield* (yield* Partners).create({ name: `Boronia ${++partners}`, sandboxed: false })
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
    })
  )

  it.effect.each(["employer_issue_webhooks_enabled", "tfn_access_enabled"])(
    "isn't changed in what the operator alone sets, which is read-only and names who sets it: %s",
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

const fundServices = Layer.mergeAll(
  FundProfiles.layer,
  FundLinks.layer,
  FundCredentials.layer,
  FundDirectory.layer
).pipe(Layer.provideMerge(partnerServices()))

/** Loads a fund that has credentials. */
const aFund = Effect.fnUntraced(function* (name: string, abn: string, simulated: boolean) {
  const slug = name.toLowerCase()
  const product = aMySuper(`${abn}001`, { name: `${name} MySuper` })
  yield* (yield* FundProfiles).load(
    aFundProfile({
      fund: { slug, name, abn },
      simulated,
      products: [product],
      operations: {
        member_registration: { url: `https://api.${slug}.example/v1/member_registration`, usi: product.usi }
      }
    })
  )
  yield* (yield* FundCredentials).replace(slug, Redacted.make("k".repeat(40)))
})

const joinable = (product: S.ProductId) =>
  Effect.flatMap(FundDirectory, (funds) =>
    Effect.map(funds.joinable(product), (found) => found.map(({ product }): string => product.name))
  )

layer(fundServices, { excludeTestServices: true })("the funds of a new product", (it) => {
  it.effect(
    "are all simulated ones for a sandboxed product, as soon as it is made; none for a live one",
    () =>
      Effect.gen(function* () {
        const products = yield* Products
        const partners = yield* Partners
        const { partner } = yield* partners.create({ name: "Wattle", sandboxed: false })
        const make = (name: string, sandboxed: boolean) =>
          Effect.map(
            products.create(partner.id, { name: name as S.OrganisationName, sandboxed }),
            ({ data }) => data.id
          )
        const early = yield* make("Early", true)
        yield* aFund("Acacia", "83914571673", true)
        yield* aFund("Banksia", "60905115063", true)
        yield* aFund("Telopea", "53226460365", false)
        const sandboxed = yield* make("Sandboxed", true)
        assert.deepStrictEqual(yield* joinable(sandboxed), ["Acacia MySuper", "Banksia MySuper"])
        assert.deepStrictEqual(yield* joinable(yield* make("Live", false)), [])
        // A fund that is loaded later changes nothing for existing products: the operator links it.
        assert.deepStrictEqual(yield* joinable(early), [])
        const { unlink } = yield* FundLinks
        yield* unlink("banksia", sandboxed)
        assert.deepStrictEqual(yield* joinable(sandboxed), ["Acacia MySuper"])
      })
  )
})
