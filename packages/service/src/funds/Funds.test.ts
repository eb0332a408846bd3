import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { aFundProfile, aMySuper, type ProfileChange } from "../../../rules/test/aFundProfile.ts"
import { aProduct } from "../../test/aProduct.ts"
import { passTime } from "../../test/at.ts"
import { TestDatabase } from "../../test/TestDatabase.ts"
import { TestSettings, TestVault } from "../../test/TestSettings.ts"
import { Jobs } from "../platform/jobs/Jobs.ts"
import { FundCredentials } from "./FundCredentials.ts"
import { FundDirectory, notOffered } from "./FundDirectory.ts"
import { FundLinks } from "./FundLinks.ts"
import { FundProfiles } from "./FundProfiles.ts"

const services = Layer.mergeAll(
  FundProfiles.layer,
  FundLinks.layer,
  FundCredentials.layer,
  FundDirectory.layer
).pipe(
  Layer.provideMerge(Layer.mergeAll(TestVault.layer, Jobs.layer)),
  Layer.provideMerge(TestDatabase.layer),
  Layer.provideMerge(TestSettings.layer)
)

const load = (change: ProfileChange = {}) =>
  Effect.flatMap(FundProfiles, (profiles) => profiles.load(aFundProfile(change)))

/** A profile of another fund. The USIs start with the given ABN. */
const another = (slug: string, name: string, abn: string, change: ProfileChange = {}): ProfileChange => ({
  fund: { slug, name, abn },
  products: [aProductOf(abn, `${name} MySuper`)],
  operations: {
    member_registration: { url: `https://api.${slug}.example/v1/member_registration`, usi: `${abn}001` }
  },
  ...change
})

const aProductOf = (abn: string, name: string, change: object = {}) =>
  aMySuper(`${abn}001`, { name, ...change })

type Search = Parameters<FundDirectory["Service"]["search"]>[0]

const search = (
  product: S.ProductId,
  among: Search["among"],
  query?: string,
  page: { readonly after?: S.Cursor; readonly limit?: number } = {}
) =>
  Effect.flatMap(FundDirectory, (funds) =>
    funds.search({ product, among, query, after: page.after, limit: page.limit ?? 10 })
  )

const KEY = Redacted.make("k".repeat(40))

const namesOf = (products: ReadonlyArray<{ readonly name: string }>) => products.map(({ name }) => name)

layer(services, { excludeTestServices: true })("funds", (it) => {
  it.effect("are loaded by their slug; what a new profile leaves out is withdrawn, not forgotten", () =>
    Effect.gen(function* () {
      const product = yield* aProduct()
      const funds = yield* FundDirectory
      const first = yield* load()
      assert.strictEqual(first.change, "created")
      assert.strictEqual((yield* load()).change, "unchanged")
      const before = yield* search(product, "all")
      assert.deepStrictEqual(namesOf(before.products), ["Banksia Choice", "Banksia MySuper"])
      const second = yield* load({
        products: [aProductOf("60905115063", "Banksia One", { usi: "60905115063003" })]
      })
      assert.strictEqual(second.change, "changed")
      assert.strictEqual(second.fund.version, 2)
      assert.deepStrictEqual(namesOf((yield* search(product, "all")).products), ["Banksia One"])
      const [choice, mySuper] = before.products.map(({ id }) => id) as [S.FundProductId, S.FundProductId]
      const found = yield* funds.findByIds([choice, mySuper])
      const shown = [choice, mySuper].map((id) => found.get(id))
      assert.deepStrictEqual(
        shown.map((one) => `${one?.fund_name}, ${one?.name}, ${one?.is_open_to_new_members}`),
        ["Banksia Super, Banksia Choice, false", "Banksia Super, Banksia One, true"]
      )
      yield* load()
    })
  )

  it.effect("a profile that contradicts itself, or another fund, changes nothing and says why", () =>
    Effect.gen(function* () {
      const wrong = yield* Effect.flip(
        load({ default_activate_usi: "60905115063001", profile_version: "v1" })
      )
      assert.include(wrong.problem, "#/default_activate_usi  Only a MySuper product")
      const taken = yield* Effect.flip(load({ fund: { slug: "impostor" } }))
      assert.include(taken.problem, "The USI 60905115063003 is in the profile of fund banksia")
      assert.include(taken.problem, "The USI 60905115063001 is in the profile of fund banksia")
      const real = yield* Effect.flip(load({ simulated: false }))
      assert.include(real.problem, "The fund banksia is simulated")
      const slugs = (yield* (yield* FundProfiles).list).map(({ slug }) => slug)
      assert.notInclude(slugs, "impostor")
    })
  )

  it.effect("data for checks is sealed: it may hold a tax file number", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const synthetic_member = { tfn: "123456782", family_name: "Li", date_of_birth: "2000-02-29" }
      yield* load({ check: { synthetic_member } })
      const rows = yield* sql`SELECT slug FROM funds WHERE profile::text LIKE '%123456782%'`
      assert.deepStrictEqual(rows, [])
      const [sealed] = yield* sql<{ check_settings: Uint8Array }>`SELECT check_settings FROM funds
        WHERE check_settings IS NOT NULL`
      assert.notInclude(Buffer.from(sealed?.check_settings ?? []).toString("latin1"), "123456782")
      yield* load()
      const left = yield* sql`SELECT slug FROM funds WHERE check_settings IS NOT NULL`
      assert.deepStrictEqual(left, [])
    })
  )

  it.effect("are found by the words of names, by ABN and USI, in alphabetical order and page by page", () =>
    Effect.gen(function* () {
      const product = yield* aProduct()
      const live = yield* aProduct({ sandboxed: false })
      const funds = yield* FundDirectory
      yield* load(another("waratah", "Waratah Super", "51824753556"))
      yield* load(another("acacia", "Ácacia Super", "83914571673"))
      yield* load(another("telopea", "Telopea Super", "53226460365", { simulated: false }))
      const found = (query?: string, page: Parameters<typeof search>[3] = {}) =>
        search(product, "all", query, page)
      const everything = [
        "Ácacia Super MySuper",
        "Banksia Choice",
        "Banksia MySuper",
        "Waratah Super MySuper"
      ]
      const [acacia, banksia, waratah] = [everything.slice(0, 1), everything.slice(1, 3), everything.slice(3)]
      for (const [query, names] of [
        [undefined, everything],
        ["acacia", acacia],
        ["choice BANKsia", ["Banksia Choice"]],
        ["51824753556001", waratah],
        ["51 824 753 556", waratah],
        ["ABN:\u00a051\u2013824\u2013753\u2013556", waratah],
        ["51 824 753 556 001", waratah],
        ["51824753555", []],
        ["100%", []],
        ["Banskia", banksia]
      ] as const)
        assert.deepStrictEqual(namesOf((yield* found(query)).products), [...names], query)
      assert.deepStrictEqual(yield* found("accacia", { limit: 1 }), {
        products: (yield* found("acacia")).products,
        next_cursor: null,
        mistakes: 1
      })
      const page = yield* found(undefined, { limit: 3 })
      assert.isNotNull(page.next_cursor)
      const rest = yield* found(undefined, { limit: 3, after: page.next_cursor as S.Cursor })
      assert.deepStrictEqual(namesOf([...page.products, ...rest.products]), everything)
      assert.isNull(rest.next_cursor)
      const defaults = Effect.map(search(product, "possible_defaults"), ({ products }) => namesOf(products))
      assert.deepStrictEqual(yield* defaults, [])
      assert.strictEqual((yield* funds.linked(product)).size, 0)
      yield* (yield* FundLinks).link("banksia", product)
      assert.deepStrictEqual(yield* defaults, ["Banksia MySuper"])
      const [choice, mySuper] = (yield* found("banksia")).products.map(({ id }) => id)
      const amongThem = (ids: ReadonlyArray<S.FundProductId | undefined>, query?: string, limit = 9) =>
        search(
          product,
          ids.filter((id) => id !== undefined),
          query,
          { limit }
        )
      assert.deepStrictEqual(namesOf((yield* amongThem([mySuper, choice])).products), [
        "Banksia Choice",
        "Banksia MySuper"
      ])
      assert.isNotNull((yield* amongThem([mySuper, choice], undefined, 1)).next_cursor)
      assert.deepStrictEqual(namesOf((yield* amongThem([mySuper], "choice")).products), [])
      assert.deepStrictEqual(namesOf((yield* amongThem([])).products), [])
      assert.deepStrictEqual<unknown>(yield* funds.linked(product), new Set([mySuper, choice]))
      const real = yield* search(live, "all")
      assert.deepStrictEqual(namesOf(real.products), ["Telopea Super MySuper"])
    })
  )

  it.effect(
    "can be joined once they are linked and have credentials, while they take members [R-2.3-17]",
    () =>
      Effect.gen(function* () {
        const product = yield* aProduct()
        const other = yield* aProduct()
        const funds = yield* FundDirectory
        const links = yield* FundLinks
        const credentials = yield* FundCredentials
        const joinable = Effect.map(funds.joinable(product), (found) =>
          namesOf(found.map((one) => one.product))
        )
        yield* load({ fields: { gender: "required" } })
        assert.deepStrictEqual(yield* joinable, [])
        yield* links.link("banksia", product)
        assert.deepStrictEqual(yield* joinable, [])
        yield* credentials.replace("banksia", KEY)
        assert.deepStrictEqual(yield* joinable, ["Banksia MySuper"])
        const [found] = yield* funds.joinable(product)
        assert.deepInclude(found, { fields: { gender: "required" }, tfn_exemptions_accepted: false })
        assert.deepStrictEqual(yield* funds.joinable(other), [])
        yield* load({
          products: [
            aProductOf("60905115063", "Banksia MySuper", {
              usi: "60905115063003",
              is_open_to_new_members: false
            })
          ]
        })
        assert.deepStrictEqual(yield* joinable, [])
        yield* load()
        yield* links.unlink("banksia", product)
        assert.deepStrictEqual(yield* joinable, [])
      })
  )

  it.effect("that aren't offered are named where they fit a query better than those that are", () =>
    Effect.gen(function* () {
      const product = yield* aProduct()
      const links = yield* FundLinks
      yield* load(another("grevillea", "Grevillea Super", "61200300290"))
      yield* load(another("grevilla", "Grevilla Super", "62200300014"))
      yield* load(another("hakea-plus", "Hakea Super Plus", "63200300380"))
      yield* load(another("hakea", "Hakea Super", "64200300023"))
      yield* links.link("grevillea", product)
      yield* links.link("hakea-plus", product)
      const found = Effect.fnUntraced(function* (query: string) {
        const page = yield* search(product, "possible_defaults", query)
        const others = yield* notOffered(product, query, "default", page)
        return [namesOf(page.products), page.mistakes, others]
      })
      const grevilla = [{ name: "Grevilla Super, Grevilla Super MySuper", reason: "not_linked" }]
      const hakea = [{ name: "Hakea Super, Hakea Super MySuper", reason: "not_linked" }]
      const [offered, plus] = [["Grevillea Super MySuper"], ["Hakea Super Plus MySuper"]]
      for (const [query, products, mistakes, others] of [
        ["Grevillea Super", offered, 0, []],
        ["grevillea", offered, 0, []],
        ["Grevilea", offered, 1, []],
        // Its exact name, or nearly: the fund that is meant isn't the one that is offered.
        ["GREVILLA  Super", offered, 1, grevilla],
        ["grevilla", offered, 1, grevilla],
        ["gravilla", offered, 2, grevilla],
        // The exact name wins over a name that contains it, and is offered.
        ["Hakea Super", plus, 0, hakea],
        ["Hakea", plus, 0, []],
        ["Hakea Super Plus", plus, 0, []],
        ["nothing like it", [], 0, []]
      ] as const)
        assert.deepStrictEqual<unknown>(yield* found(query), [products, mistakes, others], query)
    })
  )

  it.effect("a product may name those of its own kind alone: simulated in a sandbox, real ones live", () =>
    Effect.gen(function* () {
      const sandboxed = yield* aProduct()
      const live = yield* aProduct({ sandboxed: false })
      const funds = yield* FundDirectory
      const [simulated] = (yield* search(sandboxed, "all", undefined, { limit: 1 })).products
      const id = simulated?.id as S.FundProductId
      assert.deepStrictEqual(yield* funds.find(sandboxed, id), Option.fromUndefinedOr(simulated))
      assert.isTrue(Option.isNone(yield* funds.find(live, id)))
      assert.isTrue(Option.isNone(yield* funds.find(sandboxed, sandboxed as string as S.FundProductId)))
    })
  )

  it.effect("sandboxed products are linked to simulated funds alone, and live products to real ones", () =>
    Effect.gen(function* () {
      const links = yield* FundLinks
      const live = yield* aProduct({ sandboxed: false })
      const sandboxed = yield* aProduct()
      assert.include(
        (yield* Effect.flip(links.link("banksia", live))).problem,
        "is simulated, and the product is live"
      )
      assert.include(
        (yield* Effect.flip(links.link("telopea", sandboxed))).problem,
        "is real, and the product is in"
      )
      yield* links.link("telopea", live)
      assert.include((yield* Effect.flip(links.link("nobody", live))).problem, "no fund with the slug nobody")
      assert.include((yield* Effect.flip(links.link("banksia", "17"))).problem, "no product with this id")
      assert.include((yield* Effect.flip(links.unlink("banksia", live))).problem, "never linked")
      assert.include((yield* Effect.flip(links.promote("banksia", live))).problem, "never linked")
    })
  )

  it.effect("are advertised to a product's employees only when the operator says so", () =>
    Effect.gen(function* () {
      const links = yield* FundLinks
      const product = yield* aProduct()
      yield* links.link("banksia", product)
      const isPromoted = Effect.map((yield* FundDirectory).joinable(product), (funds) =>
        funds.map(({ is_promoted }) => is_promoted)
      )
      assert.deepStrictEqual(yield* isPromoted, [false])
      yield* links.promote("banksia", product)
      assert.deepStrictEqual(yield* isPromoted, [true])
      yield* links.demote("banksia", product)
      assert.deepStrictEqual(yield* isPromoted, [false])
    })
  )

  it.effect(
    "of their credentials two are valid during rotation, and none that the fund refused [R-7-4]",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { fund } = yield* load(another("correa", "Correa Super", "65714394898"))
        const credentials = yield* FundCredentials
        const current = Effect.map(credentials.current(fund.id), (found) =>
          Option.getOrNull(
            Option.map(found, ({ version, secret }) => [version, Redacted.value(secret)] as const)
          )
        )
        const key = (letter: string) => Redacted.make(letter.repeat(40))
        assert.isNull(yield* current)
        assert.deepInclude(yield* credentials.replace("correa", key("a")), { version: 1, keyId: null })
        assert.deepInclude(yield* credentials.replace("correa", key("b")), { version: 2, keyId: null })
        assert.deepStrictEqual(yield* current, [2, "b".repeat(40)])
        yield* credentials.refused(fund.id, 2)
        assert.deepStrictEqual(yield* current, [1, "a".repeat(40)])
        yield* credentials.refused(fund.id, 1)
        assert.isNull(yield* current)
        assert.deepInclude(yield* credentials.replace("correa", key("c")), { version: 3, keyId: null })
        assert.deepInclude(yield* credentials.replace("correa", key("d")), { version: 4, keyId: null })
        yield* credentials.refused(fund.id, 4)
        assert.deepStrictEqual(yield* current, [3, "c".repeat(40)])
        yield* passTime("25 hours")
        assert.isNull(yield* current)
        const kept =
          yield* sql`SELECT version FROM fund_credentials WHERE fund_id = ${fund.id} ORDER BY version`
        assert.deepStrictEqual(kept, [{ version: 3 }, { version: 4 }])
        const plain =
          yield* sql`SELECT id FROM fund_credentials WHERE position(repeat('c', 40)::bytea IN sealed) > 0`
        assert.deepStrictEqual(plain, [])
        const error = yield* Effect.flip(credentials.replace("correa", Redacted.make("short")))
        assert.include(error.problem, "an API key has 16 to 1024 letters")
      })
  )

  it.effect("a product that one profile gave up may be another's, and stays what sessions name", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const product = yield* aProduct()
      const funds = yield* FundDirectory
      const choice = "60905115063001" as S.Usi
      const choiceOf = Effect.map(funds.findByUsi(product, choice), Option.getOrNull)
      const joining = (usi: string) => ({
        fund: { slug: "banksia-choice", name: "Banksia Choice Super" },
        products: [aMySuper(usi)],
        operations: {
          member_registration: { url: "https://api.banksia.example/choice/v1/member_registration", usi }
        }
      })
      const ofChoice = joining(choice)
      yield* load()
      const before = yield* choiceOf
      const refused = yield* Effect.flip(load(ofChoice))
      assert.include(refused.problem, `The USI ${choice} is in the profile of fund banksia`)
      assert.include(refused.remedy, "load that first")

      const first = yield* load({ products: [aMySuper("60905115063003")] })
      assert.deepStrictEqual(first.moved, [])
      const second = yield* load(ofChoice)
      assert.deepStrictEqual(
        second.moved.map(({ slug, usi }) => [slug, usi]),
        [["banksia", choice]]
      )
      const after = yield* choiceOf
      assert.deepStrictEqual([after?.id, after?.fund_name as string], [before?.id, "Banksia Choice Super"])
      const kept = yield* funds.findByIds([before?.id as S.FundProductId])
      assert.strictEqual(kept.get(before?.id as S.FundProductId)?.usi, choice)
      assert.include((yield* Effect.flip(load())).problem, "in the profile of fund banksia-choice")

      // Its employers are reviewed, though the fund is new: they have an open default again.
      const offered = yield* sql`SELECT FROM effect_queue
        WHERE queue_name = 'default-fund-reviews' AND element LIKE ${`%${second.fund.id}%`}`
      assert.lengthOf(offered, 1)
      const [audited] = yield* sql<{ detail: unknown }>`SELECT detail FROM audit_log
        WHERE action = 'fund.load' AND entity_id = ${second.fund.id}`
      assert.deepInclude(audited?.detail, { slug: "banksia-choice", moved: [`${choice} of banksia`] })

      yield* load(joining("BAN0009AU"))
      assert.lengthOf((yield* load()).moved, 1)
    })
  )

  it.effect("what the operator does with them is audited", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`SELECT DISTINCT action, actor_kind, entity_kind FROM audit_log ORDER BY action`
      assert.deepStrictEqual(
        rows,
        ["fund.credentials", "fund.demote", "fund.link", "fund.load", "fund.promote", "fund.unlink"].map(
          (action) => ({
            action,
            actor_kind: "operator",
            entity_kind: "fund"
          })
        )
      )
    })
  )
})
