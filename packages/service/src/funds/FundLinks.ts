import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SqlError } from "effect/sql/SqlError"
import { audit, operator, type AuditEntry } from "../platform/audit/audit.ts"
import { isUuid } from "../platform/ids/newId.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { fundsRepo, type StoredFund } from "./FundsRepo.ts"
import { fundLinksRepo } from "./FundLinksRepo.ts"
import { transactions } from "../platform/database/operation.ts"

/** False if the link doesn't exist. */
type Changed = Effect.Effect<boolean, SqlError>

type Link = (slug: string, productId: string) => Effect.Effect<StoredFund, OperatorError>

/** Which partners' products reach which funds. Only the operator changes links. */
export class FundLinks extends Context.Service<
  FundLinks,
  {
    /**
     * Links a fund to a product, or enables the link again. Sandboxed products can be linked only to simulated funds.
     */
    readonly link: Link
    /** Disables a link: members can't join any more, and waiting registrations keep waiting. */
    readonly unlink: Link
    /** Advertises the fund's product to the employees of a linked product, where the law allows it (D-advertising). */
    readonly promote: Link
    /** Stops advertising the fund's product. */
    readonly demote: Link
  }
>()("@embedded-super/service/funds/FundLinks") {
  static readonly layer = Layer.effect(
    FundLinks,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const funds = yield* fundsRepo
      const links = yield* fundLinksRepo

      const find = Effect.fnUntraced(function* (slug: string, productId: string) {
        const fund = yield* funds.named(slug)
        const product = isUuid(productId) ? yield* links.product(productId) : undefined
        if (product === undefined) return yield* noSuchProduct
        return { fund, product }
      })

      const record = (action: AuditEntry["action"], fund: StoredFund, productId: string) =>
        Effect.flatMap(operator, (actor) =>
          audit({
            actor,
            action,
            productId,
            entity: { kind: "fund", id: fund.id },
            detail: { slug: fund.slug }
          })
        )

      /** An operation that requires an existing link. */
      const change = (
        action: "unlink" | "promote" | "demote",
        write: (productId: string, fund: StoredFund) => Changed
      ) =>
        transaction(`FundLinks.${action}`)(function* (slug: string, productId: string) {
          const { fund } = yield* find(slug, productId)
          if (!(yield* write(productId, fund))) return yield* notLinked(fund)
          yield* record(`fund.${action}`, fund, productId)
          return fund
        })

      return FundLinks.of({
        link: transaction("FundLinks.link")(function* (slug, productId) {
          const { fund, product } = yield* find(slug, productId)
          if (product.sandboxed !== fund.simulated) return yield* doNotMeet(fund)
          yield* links.enable(productId, fund)
          yield* record("fund.link", fund, productId)
          return fund
        }),

        unlink: change("unlink", links.disable),
        promote: change("promote", (productId, fund) => links.setPromoted(productId, fund, true)),
        demote: change("demote", (productId, fund) => links.setPromoted(productId, fund, false))
      })
    })
  )
}

const noSuchProduct = new OperatorError({
  problem: "There is no product with this id.",
  remedy: "Give the id of a partner's product with --product; its partner sees it in GET /api/v1/products."
})

const doNotMeet = ({ simulated, slug }: StoredFund) =>
  new OperatorError({
    problem: simulated
      ? `The fund ${slug} is simulated, and the product is live.`
      : `The fund ${slug} is real, and the product is in the sandbox.`,
    remedy: "Live products reach only real funds, and sandboxed products only simulated ones."
  })

const notLinked = ({ slug }: StoredFund) =>
  new OperatorError({
    problem: `The fund ${slug} was never linked to this product.`,
    remedy: "Check --fund and --product."
  })
