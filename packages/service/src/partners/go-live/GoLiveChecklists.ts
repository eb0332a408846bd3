/**
 * The go-live checklist of a product, with the partner's own report of partner-check (D-go-live-checklist). `goLiveItems` is
 * the list, `CheckReportsRepo` keeps the reports, and `goLive` makes the live product of a sandboxed one.
 */
import type { NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { fundLinksRepo } from "../../funds/FundLinksRepo.ts"
import { audit } from "../../platform/audit/audit.ts"
import { Settings } from "../../platform/config/Settings.ts"
import { operation, transactions } from "../../platform/database/operation.ts"
import { apiKeysRepo } from "../ApiKeysRepo.ts"
import { Products } from "../Products.ts"
import { checkReportsRepo } from "./CheckReportsRepo.ts"
import { goLiveItems, serviceItems, type ServiceParts } from "./goLiveItems.ts"

/** The parts of this service that later folders know: `ports.ts` has them. */
export class LiveParts extends Context.Service<LiveParts, Omit<ServiceParts, "isInstanceOwn">>()(
  "@embedded-super/service/partners/go-live/LiveParts"
) {}

export class GoLiveChecklists extends Context.Service<
  GoLiveChecklists,
  {
    readonly of: (
      partnerId: S.PartnerId,
      productId: S.ProductId
    ) => Effect.Effect<S.GoLiveChecklist, NotFound>
    /** Keeps the partner's report in place of the one before, and returns the checklist. */
    readonly report: (
      by: S.ApiKeyPrincipal,
      productId: S.ProductId,
      report: S.ProductCheckReport
    ) => Effect.Effect<S.GoLiveChecklist, NotFound>
    /** The items that are the same for every live product. */
    readonly ofService: ReadonlyArray<S.GoLiveItem>
  }
>()("@embedded-super/service/partners/go-live/GoLiveChecklists") {
  static readonly layer = Layer.effect(
    GoLiveChecklists,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const products = yield* Products
      const keys = yield* apiKeysRepo
      const links = yield* fundLinksRepo
      const reports = yield* checkReportsRepo
      const { baseUrl, instance, isInstanceOwn } = yield* Settings
      const parts = { ...(yield* LiveParts), isInstanceOwn }

      const of = Effect.fnUntraced(function* (partnerId: S.PartnerId, productId: S.ProductId) {
        const { data: product } = yield* products.get(partnerId, productId)
        const report = yield* reports.find(productId)
        const hasKey = yield* keys.hasWorking(productId)
        const linkedFunds = yield* links.count(productId)
        const facts = { product, report, hasKey, linkedFunds, parts, baseUrl }
        return { product_id: productId, check_report: report, items: goLiveItems(facts, instance.docs_url) }
      })

      return GoLiveChecklists.of({
        of: operation("GoLiveChecklists.of")(function* (partnerId, productId) {
          return yield* of(partnerId, productId)
        }),

        report: transaction("GoLiveChecklists.report")(function* (by, productId, report) {
          yield* products.get(by.partner_id, productId)
          yield* reports.keep(productId, report)
          yield* audit({
            actor: { kind: "api_key", id: by.key_id },
            action: "product.check_report",
            partnerId: by.partner_id,
            productId,
            entity: { kind: "product", id: productId },
            detail: { mode: report.mode, verdict: report.verdict }
          })
          return yield* of(by.partner_id, productId)
        }),

        ofService: serviceItems(parts, instance.docs_url)
      })
    })
  )
}
