import * as NodeServices from "@effect/platform-node/NodeServices"
import {
  OrganisationName,
  type PartnerId,
  type ProductId,
  Slug,
  TargetOrigin
} from "@embedded-super/contracts/schemas"
import { newKeyPair } from "@embedded-super/rules/sftp/SftpSettings"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { readProfile } from "@embedded-super/rules/profile/readProfile"
import { aFundProfile } from "../../../rules/test/aFundProfile.ts"
import { TestDatabase } from "../../test/TestDatabase.ts"
import { TestSettings, TestVault } from "../../test/TestSettings.ts"
import { SftpAccounts } from "../employer-lists/sftp/SftpAccounts.ts"
import { FundCredentials } from "../funds/FundCredentials.ts"
import { FundLinks } from "../funds/FundLinks.ts"
import { FundProfiles } from "../funds/FundProfiles.ts"
import { ApiKeys } from "../partners/ApiKeys.ts"
import { Partners } from "../partners/Partners.ts"
import { Products } from "../partners/Products.ts"
import { Jobs } from "../platform/jobs/Jobs.ts"
import { WebhookEndpoints } from "../webhooks/endpoints/WebhookEndpoints.ts"
import { demoSeed } from "./demoSeed.ts"
import type { SeedFile } from "./SeedFile.ts"
import { fictionalFunds } from "./fictionalFunds.ts"

const services = Layer.merge(Products.layer, Partners.layer).pipe(
  Layer.provideMerge(ApiKeys.layer),
  Layer.provideMerge([FundProfiles.layer, FundCredentials.layer, FundLinks.layer, SftpAccounts.layer]),
  Layer.provideMerge(WebhookEndpoints.layer),
  Layer.provide(Jobs.layer),
  Layer.provide([TestVault.layer, TestSettings.layer]),
  Layer.provideMerge(TestDatabase.layer),
  Layer.provideMerge(NodeServices.layer)
)

const seedOf = (slug: string, url: string, earlier?: string): SeedFile => ({
  partner: { name: "Wattle", slug },
  products: [
    {
      name: OrganisationName.make("Wattle Payroll"),
      slug: Slug.make("wattle-payroll"),
      webhook_url: url,
      ...(earlier === undefined ? {} : { earlier_webhook_url: earlier })
    }
  ],
  funds: []
})
const HERE = "https://hooks.example.com/here"
const THERE = "https://hooks.example.com/there"

layer(services)("a demo", (it) => {
  const addressOf = Effect.fnUntraced(function* (productId: string) {
    const endpoint = yield* (yield* WebhookEndpoints).find(productId)
    return Option.getOrThrow(endpoint).url
  })

  it.effect("is seeded once: to run it again keeps every key and secret", () =>
    Effect.gen(function* () {
      const seeds = yield* demoSeed
      const first = yield* seeds.run(seedOf("again", HERE), Option.none())
      const second = yield* seeds.run(seedOf("again", HERE), Option.some(first))
      assert.deepStrictEqual(second, first)
    })
  )

  it.effect("whose keys were lost gets new ones that work, and the lost ones end", () =>
    Effect.gen(function* () {
      const seeds = yield* demoSeed
      const keys = yield* ApiKeys
      const first = yield* seeds.run(seedOf("lost", HERE), Option.none())
      const second = yield* seeds.run(seedOf("lost", HERE), Option.none())
      assert.strictEqual(second.products[0]?.id, first.products[0]?.id)
      const works = (key = "") => Effect.map(keys.authenticate(Redacted.make(key)), Option.isSome)
      assert.isFalse(yield* works(first.products[0]?.key))
      assert.isTrue(yield* works(second.products[0]?.key))
      assert.isTrue(yield* works(second.partner.key))
    })
  )

  it.effect("adds the origins that it wants to those that the partner has set", () =>
    Effect.gen(function* () {
      const seeds = yield* demoSeed
      const products = yield* Products
      const wanted = (...origins: ReadonlyArray<string>): SeedFile => {
        const { products, ...rest } = seedOf("framed", HERE)
        const target_origins = origins.map((origin) => TargetOrigin.make(origin))
        return { ...rest, products: products.map((product) => ({ ...product, target_origins })) }
      }
      const first = yield* seeds.run(wanted("https://a.example.com"), Option.none())
      const [partner, product] = [first.partner.id as PartnerId, first.products[0]?.id as ProductId]
      const originsOf = Effect.map(
        products.get(partner, product),
        ({ data }) => data.target_origins as object
      )
      assert.deepStrictEqual(yield* originsOf, ["https://a.example.com"])
      yield* seeds.run(wanted("https://b.example.com"), Option.some(first))
      assert.deepStrictEqual(yield* originsOf, ["https://a.example.com", "https://b.example.com"])
      const { version } = yield* products.get(partner, product)
      yield* seeds.run(wanted("https://b.example.com"), Option.some(first))
      assert.strictEqual((yield* products.get(partner, product)).version, version)
    })
  )

  it.effect("gives a fund its SFTP account, if the seed has the key that opens it", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped()
      const written = (name: string, text: string) =>
        Effect.as(fs.writeFileString(`${folder}/${name}`, text), `${folder}/${name}`)
      const fund = {
        profile: yield* written("profile.yaml", aFundProfile()),
        api_key_file: yield* written("api-key", "k".repeat(40)),
        sftp_key_file: yield* written("key.pub", newKeyPair("test").public)
      }
      const seeds = yield* demoSeed
      yield* seeds.run({ ...seedOf("exchanging", HERE), funds: [fund] }, Option.none())
      yield* seeds.run({ ...seedOf("exchanging", HERE), funds: [fund] }, Option.none())
      const accounts = yield* (yield* SftpAccounts).list
      assert.deepStrictEqual(
        accounts.map(({ fund }) => fund as string),
        ["banksia"]
      )
    }).pipe(Effect.scoped, Effect.catchTag("PlatformError", Effect.die))
  )

  it.effect("moves the address that it set itself, and leaves the one that the partner set", () =>
    Effect.gen(function* () {
      const seeds = yield* demoSeed
      const first = yield* seeds.run(seedOf("moved", HERE), Option.none())
      const id = first.products[0]?.id as ProductId
      yield* seeds.run(seedOf("moved", THERE, HERE), Option.some(first))
      assert.strictEqual(yield* addressOf(id), THERE)
      yield* (yield* WebhookEndpoints).set({ productId: id, url: "https://payroll.example.com/mine" })
      yield* seeds.run(seedOf("moved", HERE, THERE), Option.some(first))
      assert.strictEqual(yield* addressOf(id), "https://payroll.example.com/mine")
    })
  )
})

it.each(fictionalFunds.map((profile) => [profile.fund.name, profile] as const))(
  "the profile of %s has no mistake",
  (_, profile) => {
    const read = readProfile(JSON.stringify(profile), { dev: false })
    expect(Result.isFailure(read) ? read.failure : []).toEqual([])
  }
)

it("there are sixty products, MySuper and not, open and closed, each with a USI of its own", () => {
  const products = fictionalFunds.flatMap(({ products }) => products)
  expect(products).toHaveLength(60)
  expect(new Set(products.map(({ usi }) => usi)).size).toBe(60)
  for (const field of ["is_mysuper", "is_open_to_new_members"] as const)
    expect(new Set(products.map((product) => product[field]))).toEqual(new Set([true, false]))
})
