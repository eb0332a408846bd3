import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { aFundProfile, aMySuper } from "../../../rules/test/aFundProfile.ts"
import { TestDatabase } from "../../test/TestDatabase.ts"
import { TestSettings, TestVault } from "../../test/TestSettings.ts"
import { FundCredentials } from "../funds/FundCredentials.ts"
import { FundDirectory } from "../funds/FundDirectory.ts"
import { FundLinks } from "../funds/FundLinks.ts"
import { FundProfiles } from "../funds/FundProfiles.ts"
import { Jobs } from "../platform/jobs/Jobs.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { Partners } from "./Partners.ts"
import { Products } from "./Products.ts"

const services = Layer.mergeAll(Products.layer, Partners.layer).pipe(
  Layer.provideMerge(ApiKeys.layer),
  Layer.provideMerge(
    Layer.mergeAll(FundProfiles.layer, FundLinks.layer, FundCredentials.layer, FundDirectory.layer)
  ),
  Layer.provideMerge(Layer.mergeAll(TestVault.layer, Jobs.layer)),
  Layer.provideMerge(TestDatabase.layer),
  Layer.provideMerge(TestSettings.layer)
)

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

layer(services, { excludeTestServices: true })("the funds of a new product", (it) => {
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
