import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { audit, operator } from "../platform/audit/audit.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { fundsRepo, noSuchFund, type StoredFund } from "./FundsRepo.ts"

type Link = (slug: string, productId: string) => Effect.Effect<StoredFund, OperatorError>

/** Which partners' products reach which funds. The operator alone sets it. */
export class FundLinks extends Context.Service<
  FundLinks,
  {
    /** Links a fund to a product, or switches the link on again. Sandboxed products take simulated funds alone. */
    readonly link: Link
    /** Switches a link off: nobody can join any more, and registrations that wait go on waiting. */
    readonly unlink: Link
    /** Has the fund's product advertised to the employees of a linked product, where the law allows it (domain 8.4). */
    readonly promote: Link
    /** Ends that. */
    readonly demote: Link
  }
>()("@embedded-super/service/funds/FundLinks") {
  static readonly layer = Layer.effect(
    FundLinks,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const repo = yield* fundsRepo

      const find = Effect.fnUntraced(function* (slug: string, productId: string) {
        const fund = Option.getOrUndefined(yield* repo.findBySlug(slug))
        if (fund === undefined) return yield* noSuchFund(slug)
        const [product] = UUID.test(productId)
          ? yield* sql<{ sandboxed: boolean }>`SELECT sandboxed FROM products WHERE id = ${productId}`
          : []
        if (product === undefined) return yield* noSuchProduct
        return { fund, product }
      })

      const record = (action: string, fund: StoredFund, productId: string) =>
        Effect.flatMap(operator, (actor) =>
          audit({
            actor,
            action,
            productId,
            entity: { kind: "fund", id: fund.id },
            detail: { slug: fund.slug }
          })
        ).pipe(Effect.provideService(SqlClient.SqlClient, sql))

      const link = Effect.fn("FundLinks.link")(
        function* (slug: string, productId: string) {
          const { fund, product } = yield* find(slug, productId)
          if (product.sandboxed !== fund.simulated) return yield* doNotMeet(fund)
          yield* sql`INSERT INTO fund_links (product_id, fund_id, enabled, inserted_at, updated_at)
            VALUES (${productId}, ${fund.id}, true, platform_now(), platform_now())
            ON CONFLICT (product_id, fund_id) DO UPDATE SET enabled = true, updated_at = excluded.updated_at`
          yield* record("fund.link", fund, productId)
          return fund
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      const unlink = Effect.fn("FundLinks.unlink")(
        function* (slug: string, productId: string) {
          const { fund } = yield* find(slug, productId)
          const rows = yield* sql`UPDATE fund_links SET enabled = false, updated_at = platform_now()
            WHERE product_id = ${productId} AND fund_id = ${fund.id} RETURNING fund_id`
          if (rows.length === 0) return yield* notLinked(fund)
          yield* record("fund.unlink", fund, productId)
          return fund
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      const setPromoted = (promoted: boolean) =>
        Effect.fnUntraced(
          function* (slug: string, productId: string) {
            const { fund } = yield* find(slug, productId)
            const rows = yield* sql`UPDATE fund_links SET promoted = ${promoted}, updated_at = platform_now()
              WHERE product_id = ${productId} AND fund_id = ${fund.id} RETURNING fund_id`
            if (rows.length === 0) return yield* notLinked(fund)
            yield* record(promoted ? "fund.promote" : "fund.demote", fund, productId)
            return fund
          },
          sql.withTransaction,
          Effect.catchTag("SqlError", Effect.die)
        )

      const promote = Effect.fn("FundLinks.promote")(setPromoted(true))
      const demote = Effect.fn("FundLinks.demote")(setPromoted(false))

      return FundLinks.of({ link, unlink, promote, demote })
    })
  )
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const noSuchProduct = new OperatorError({
  problem: "There is no product with this id.",
  remedy: "Give the id of a partner's product with --product; its partner sees it in GET /api/v1/products."
})

const doNotMeet = ({ simulated, slug }: StoredFund) =>
  new OperatorError({
    problem: simulated
      ? `The fund ${slug} is simulated, and the product is live.`
      : `The fund ${slug} is real, and the product is in the sandbox.`,
    remedy: "Live products reach real funds alone, and sandboxed products simulated ones."
  })

const notLinked = ({ slug }: StoredFund) =>
  new OperatorError({
    problem: `The fund ${slug} was never linked to this product.`,
    remedy: "Check --fund and --product."
  })
