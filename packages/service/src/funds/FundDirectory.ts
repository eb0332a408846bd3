import { Conflict, type ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { idOfCursor, pageOf } from "../platform/paging/page.ts"
import { closest, searchText, wordsOf, isNamed } from "./fundWords.ts"
import {
  type FundProduct,
  fundProductsRepo,
  type JoinableFundProduct,
  type KnownProduct,
  type WantedProducts
} from "./FundProductsRepo.ts"
import { operation } from "../platform/database/operation.ts"

/** A page of fund products. The order is always alphabetical, by fund name and product name. */
export interface FundProductPage {
  readonly products: ReadonlyArray<FundProduct>
  readonly next_cursor: S.Cursor | null
  /** How many letters of the query differ from each of these products; 0 if they contain its words. */
  readonly mistakes: number
}

/** More than the directory has. */
const ALL = 10_000

/** The super funds, and the ones with which the service can register members. */
export class FundDirectory extends Context.Service<
  FundDirectory,
  {
    /**
     * Returns the products whose fund name, product name, ABN or USI contains the words of `query`; where there are
     * none, those that come closest, on one page (D-fund-search). Without a query, all of them. `possible_defaults` are
     * the open MySuper products of linked funds, which an employer may choose as its default. `all` adds closed products
     * and products of other funds, since employees may be members of them. A list of ids is searched alone.
     * Sandboxed products find only simulated funds; live products find only real ones.
     */
    readonly search: (search: {
      readonly product: S.ProductId
      readonly among: "possible_defaults" | "all" | ReadonlyArray<S.FundProductId>
      readonly query: string | undefined
      readonly after: S.Cursor | undefined
      readonly limit: number
    }) => Effect.Effect<FundProductPage, ValidationFailed>
    /** Returns the product with this id, if `search` finds it for the partner's product. */
    readonly find: (product: S.ProductId, id: S.FundProductId) => Effect.Effect<Option.Option<FundProduct>>
    /** Returns the product with this USI, if `search` finds it for the partner's product. */
    readonly findByUsi: (product: S.ProductId, usi: S.Usi) => Effect.Effect<Option.Option<FundProduct>>
    /** Whether `search` finds the fund with this ABN for the partner's product. */
    readonly hasAbn: (product: S.ProductId, abn: S.Abn) => Effect.Effect<boolean>
    /** Returns the products with these ids, closed ones included. Skips unknown ids. */
    readonly findByIds: (
      ids: ReadonlyArray<S.FundProductId>
    ) => Effect.Effect<ReadonlyMap<S.FundProductId, FundProduct>>
    /**
     * Every fund product that now takes new members of the partner's product by member registration, in alphabetical
     * order.
     */
    readonly joinable: (product: S.ProductId) => Effect.Effect<ReadonlyArray<JoinableFundProduct>>
    /** The joinable products and the `wanted` ones, which may be closed, in one statement. Skips unknown ones. */
    readonly known: (
      product: S.ProductId,
      wanted: WantedProducts
    ) => Effect.Effect<ReadonlyArray<KnownProduct>>
    /** The ids of all products of the funds that the partner's product is linked to. */
    readonly linked: (product: S.ProductId) => Effect.Effect<ReadonlySet<S.FundProductId>>
  }
>()("@embedded-super/service/funds/FundDirectory") {
  static readonly layer = Layer.effect(
    FundDirectory,
    Effect.gen(function* () {
      const repo = yield* fundProductsRepo

      return FundDirectory.of({
        search: operation("FundDirectory.search")(function* (request) {
          const after = yield* idOfCursor("funds", request.after)
          const words = wordsOf(request.query ?? "")
          const found = yield* repo.search({ ...request, after, words })
          if (found.length > 0 || words.length === 0 || after !== undefined) {
            const { items, pagination } = pageOf("funds", found, request.limit)
            return { products: items, next_cursor: pagination.next_cursor, mistakes: 0 }
          }
          const all = yield* repo.search({ ...request, after, words: [], limit: ALL })
          const { items, mistakes } = closest(words, all, searchText)
          return { products: items.slice(0, request.limit), next_cursor: null, mistakes }
        }),

        find: Effect.fn("FundDirectory.find")(
          (product, id) => Effect.map(repo.find(product, id), Option.fromUndefinedOr),
          Effect.orDie
        ),

        findByUsi: Effect.fn("FundDirectory.findByUsi")(
          (product, usi) => Effect.map(repo.findByUsi(product, usi), Option.fromUndefinedOr),
          Effect.orDie
        ),

        hasAbn: Effect.fn("FundDirectory.hasAbn")(
          (product, abn) => Effect.map(repo.findByAbn(product, abn), (found) => found !== undefined),
          Effect.orDie
        ),

        findByIds: Effect.fn("FundDirectory.findByIds")(function* (ids) {
          const found = yield* repo.findByIds(ids)
          return new Map(found.map((product) => [product.id, product]))
        }, Effect.orDie),

        joinable: Effect.fn("FundDirectory.joinable")(
          (product) =>
            Effect.map(repo.known(product, {}), (found) => found.flatMap(({ joinable }) => joinable ?? [])),
          Effect.orDie
        ),

        known: Effect.fn("FundDirectory.known")(
          (product, wanted) => repo.known(product, wanted),
          Effect.orDie
        ),

        linked: Effect.fn("FundDirectory.linked")(
          (product) => Effect.map(repo.linked(product), (ids) => new Set(ids)),
          Effect.orDie
        )
      })
    })
  )
}

/** Adds `can_register` to each product: whether the service can register members of the partner's product with it. */
export const withRegistration = Effect.fnUntraced(function* (
  productId: S.ProductId,
  products: ReadonlyArray<FundProduct>
) {
  const joinable = yield* (yield* FundDirectory).joinable(productId)
  const ids = new Set(joinable.map(({ product }) => product.id))
  return products.map((product): S.EmbedFundProduct => ({ ...product, can_register: ids.has(product.id) }))
})

/** A refusal that a partner reads: only the operator of the service links a product to funds. */
export const fundNotLinked = (fund: string, otherwise: string): Conflict =>
  new Conflict({
    code: "fund_not_linked",
    detail:
      `This product isn't linked to ${fund}. Ask the operator of the service to link it (admin fund link), ` +
      `or ${otherwise}.`
  })

/** The choice to be made: an employer's default fund, or a fund to join. */
type Purpose = "default" | "join"

const reasonOf = (purpose: Purpose, product: FundProduct): S.EmbedFundNotOffered["reason"] => {
  if (purpose === "default" && !product.is_mysuper) return "not_mysuper"
  if (!product.is_open_to_new_members) return "closed"
  return purpose === "default" ? "not_linked" : "not_joinable"
}

/** The most products to name: a person who types a fund's name means one. */
const MOST = 3

/** The most products to search for one with exactly the typed name. */
const LOOKED_THROUGH = 100

/**
 * The products that the directory knows, that fit the query better than all that are `offered` for it, and why each can't be
 * chosen (D-fund-search). The better fit is the exact name, then the words of the query, then fewer mistakes.
 */
export const notOffered = Effect.fnUntraced(function* (
  product: S.ProductId,
  query: string,
  purpose: Purpose,
  offered: FundProductPage
) {
  // A further page may hold the exact name.
  if (offered.next_cursor !== null || offered.products.some((one) => isNamed(query, one))) return []
  const directory = yield* FundDirectory
  const known = yield* directory.search({
    product,
    among: "all",
    query,
    after: undefined,
    limit: LOOKED_THROUGH
  })
  const isCloser = offered.products.length === 0 || known.mistakes < offered.mistakes
  return known.products
    .filter((found) => isCloser || isNamed(query, found))
    .slice(0, MOST)
    .map((found): S.EmbedFundNotOffered => ({
      name: `${found.fund_name}, ${found.name}` as S.TextLine,
      reason: reasonOf(purpose, found)
    }))
})
