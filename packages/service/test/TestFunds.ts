import type { FundProductId, Slug } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as Context from "effect/Context"
import type * as S from "@embedded-super/contracts/schemas"
import * as SqlClient from "effect/sql/SqlClient"
import { FundDirectory } from "../src/funds/FundDirectory.ts"
import type { FundProduct, JoinableFundProduct } from "../src/funds/FundProductsRepo.ts"
import { closest, searchText, wordsOf } from "../src/funds/fundWords.ts"
import { FundCalls } from "../src/funds/calls/FundCalls.ts"
import type { NewCall } from "../src/funds/calls/FundCallsRepo.ts"
import { aFundProfile, aMySuper } from "../../rules/test/aFundProfile.ts"
import { FundProfiles } from "../src/funds/FundProfiles.ts"

const product = (
  digit: string,
  fund_name: string,
  name: string,
  rest: Partial<FundProduct> = {}
): FundProduct =>
  ({
    id: `01a0f4c2-c400-7000-8000-0000000000${digit}`,
    fund_name,
    abn: "60905115063",
    name,
    usi: `609051150630${digit.replace("a", "0")}`,
    is_mysuper: true,
    is_open_to_new_members: true,
    contribution_restricted: false,
    performance_test: "passed",
    ...rest
  }) as FundProduct

/** Fund products of every kind that the rules distinguish. */
export const products = {
  acacia: product("a1", "Acacia Super", "Acacia MySuper"),
  banksia: product("a2", "Banksia Super", "Banksia MySuper"),
  boronia: product("a3", "Boronia Super", "Boronia Choice", { is_mysuper: false }),
  correa: product("a4", "Correa Super", "Correa MySuper", { is_open_to_new_members: false })
}

const all = Object.values(products)

/** The products that can be joined: Acacia requires nothing special, Banksia the start of the employment. */
const joinable: ReadonlyArray<JoinableFundProduct> = [
  {
    product: products.acacia,
    fund: "acacia" as Slug,
    fields: {},
    tfn_exemptions_accepted: false,
    is_promoted: false
  },
  {
    product: products.banksia,
    fund: "banksia" as Slug,
    fields: { employment_start_date: "required" },
    tfn_exemptions_accepted: true,
    is_promoted: false
  }
]

/** The products that can be joined now; a test may change it. */
export class Joinable extends Context.Service<Joinable, Ref.Ref<ReadonlyArray<JoinableFundProduct>>>()(
  "test/Joinable"
) {}

/** The products of funds that the partner's product is linked to; all of them, until a test changes it. */
export class Linked extends Context.Service<Linked, Ref.Ref<ReadonlySet<FundProductId>>>()("test/Linked") {}

const linked: ReadonlySet<FundProductId> = new Set(all.map(({ id }) => id))

const directory = Layer.effect(
  FundDirectory,
  Effect.gen(function* () {
    const current = yield* Joinable
    const linkedNow = yield* Linked
    return FundDirectory.of({
      search: ({ among, query, limit }) =>
        Effect.sync(() => {
          const asked = all.filter(
            (found) =>
              among === "all" ||
              (typeof among === "string"
                ? found.is_mysuper && found.is_open_to_new_members
                : among.includes(found.id))
          )
          const { items, mistakes } = closest(wordsOf(query ?? ""), asked, searchText)
          return { products: items.slice(0, limit), next_cursor: null, mistakes }
        }),
      find: (_, id) => Effect.succeed(Option.fromUndefinedOr(all.find((found) => found.id === id))),
      findByUsi: (_, usi) => Effect.succeed(Option.fromUndefinedOr(all.find((found) => found.usi === usi))),
      hasAbn: (_, abn) => Effect.succeed(all.some((found) => found.abn === abn)),
      findByIds: (ids) =>
        Effect.sync(
          () =>
            new Map<FundProductId, FundProduct>(
              all.filter(({ id }) => ids.includes(id)).map((found) => [found.id, found])
            )
        ),
      joinable: () => Ref.get(current),
      known: (_, { abns = [], ids = [], usis = [] }) =>
        Effect.gen(function* () {
          const joinable = yield* Ref.get(current)
          const linkedIds = yield* Ref.get(linkedNow)
          const isWanted = (found: FundProduct) =>
            ids.includes(found.id) || usis.includes(found.usi) || abns.includes(found.abn)
          const others = all.filter(
            (found) => isWanted(found) && !joinable.some(({ product }) => product.id === found.id)
          )
          const known = (product: FundProduct, one: JoinableFundProduct | undefined) => ({
            product,
            isCurrent: true,
            isLinked: linkedIds.has(product.id),
            joinable: one
          })
          return [
            ...joinable.map((one) => known(one.product, one)),
            ...others.map((product) => known(product, undefined))
          ]
        }),
      linked: () => Ref.get(linkedNow)
    })
  })
)

/** `FundDirectory` over `products`, `Joinable` and `Linked`. */
export const TestFunds = {
  layer: directory.pipe(
    Layer.provideMerge([Layer.effect(Joinable, Ref.make(joinable)), Layer.effect(Linked, Ref.make(linked))])
  ),
  joinable,
  /** Runs an effect while the product is linked to these funds only. */
  whileLinkedTo: <A, E, R>(products: ReadonlyArray<FundProduct>, effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Linked, (current) =>
      Effect.acquireUseRelease(
        Ref.set(current, new Set(products.map(({ id }) => id))),
        () => effect,
        () => Ref.set(current, linked)
      )
    )
}

/** The calls that were requested, in their order. */
export class Requested extends Context.Service<Requested, Ref.Ref<ReadonlyArray<NewCall>>>()(
  "test/Requested"
) {}

/** `FundCalls` that only records the calls, and `Requested`. */
export const TestRegistrations = {
  layer: Layer.effect(
    FundCalls,
    Effect.map(Requested, (requested) => ({
      request: (call) => Ref.update(requested, (before) => [...before, call]),
      retryRegistration: () => Effect.succeed("none" as const)
    }))
  ).pipe(Layer.provideMerge(Layer.effect(Requested, Ref.make<ReadonlyArray<NewCall>>([]))))
}

let funds = 0

/** A fund with two MySuper products; `load` loads its profile again, with a change of the first one. */
export const aReviewedFund = Effect.fnUntraced(function* () {
  const sql = yield* SqlClient.SqlClient
  const profiles = yield* FundProfiles
  const number = ++funds
  const [first, second] = [1, 2].map((nth) => `DFR${String(number * 10 + nth).padStart(4, "0")}AU`) as [
    string,
    string
  ]
  const load = (change: object | "withdrawn" = {}) =>
    profiles.load(
      aFundProfile({
        fund: { slug: `review-${number}`, name: `Fund ${number}`, abn: "60905115063" },
        products: [
          ...(change === "withdrawn" ? [] : [aMySuper(first, { name: "MySuper 1", ...change })]),
          aMySuper(second, { name: "MySuper 2" })
        ],
        operations: {
          member_registration: { url: "https://api.banksia.example/v1/member_registration", usi: second }
        }
      })
    )
  const { fund } = yield* load()
  const rows = yield* sql<{ id: S.FundProductId; usi: S.Usi }>`SELECT id, usi FROM fund_products
    WHERE fund_id = ${fund.id} ORDER BY usi`
  const [one, other] = rows as [(typeof rows)[0], (typeof rows)[0]]
  return { id: fund.id, slug: fund.slug, load, first: one, second: other }
})
