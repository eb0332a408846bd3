import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { audit, operator } from "../platform/audit/audit.ts"
import { transactions } from "../platform/database/operation.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { now } from "../platform/time/timestamp.ts"
import { productsRepo } from "./ProductsRepo.ts"

/** Permissions that the operator gives a product at its partner's request. */
export class ProductPermissions extends Context.Service<
  ProductPermissions,
  {
    /**
     * Allows or forbids the product to read whole tax file numbers. Recorded in the audit log even if nothing changes.
     */
    readonly setTfnAccess: (id: string, enabled: boolean) => Effect.Effect<void, OperatorError>
  }
>()("@embedded-super/service/partners/ProductPermissions") {
  static readonly layer = Layer.effect(
    ProductPermissions,
    Effect.gen(function* () {
      const products = yield* productsRepo
      const transaction = yield* transactions

      return ProductPermissions.of({
        setTfnAccess: transaction("ProductPermissions.setTfnAccess")(function* (id, enabled) {
          const product = yield* products.setTfnAccess(id, enabled, yield* now)
          if (product === undefined) return yield* noSuchProduct(id)
          yield* audit({
            actor: yield* operator,
            action: enabled ? "product.tfn_access_permit" : "product.tfn_access_withdraw",
            partnerId: product.partner_id,
            productId: product.id,
            entity: { kind: "product", id: product.id }
          })
        })
      })
    })
  )
}

const noSuchProduct = (id: string) =>
  new OperatorError({ problem: `There is no product ${id}.`, remedy: "Give the id of a partner's product." })
