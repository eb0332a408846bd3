import { ProductChange } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { audit, operator } from "../platform/audit/audit.ts"
import { Settings } from "../platform/config/Settings.ts"
import { transactions } from "../platform/database/operation.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { now } from "../platform/time/timestamp.ts"
import { noSuchProduct } from "./Partners.ts"
import { type GivenLook, readLook } from "./productLook.ts"
import { productsRepo } from "./ProductsRepo.ts"

const badLook = (detail: string) =>
  new OperatorError({
    problem: `The embeds can't look like this: ${detail}`,
    remedy:
      "Give exact origins such as https://payroll.example.com, addresses of the web, and a colour such as #1d6b52."
  })

/** Lets the operator change a product's `Look`, as the partner itself can. */
export const operatorLook = Effect.gen(function* () {
  const transaction = yield* transactions
  const repo = yield* productsRepo
  const settings = yield* Settings

  return transaction("operatorLook")(function* (id: string, fields: Record<keyof GivenLook, unknown>) {
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    const change = yield* Schema.decodeUnknownEffect(ProductChange)(given).pipe(
      Effect.mapError((error) => badLook(error.message))
    )
    const product = yield* repo.lockAny(id)
    if (product === undefined) return yield* noSuchProduct(id)
    const look = yield* readLook(change, product, settings).pipe(
      Effect.mapError(({ detail }) => badLook(detail ?? ""))
    )
    yield* repo.update({ ...product, ...look, version: product.version + 1, updated_at: yield* now })
    yield* audit({
      actor: yield* operator,
      action: "product.look",
      partnerId: product.partner_id,
      productId: product.id,
      entity: { kind: "product", id: product.id },
      detail: { changed: Object.keys(change) }
    })
    return look
  })
})
