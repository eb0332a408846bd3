import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { noSuchPartner, Partners } from "../partners/Partners.ts"
import { productsRepo } from "../partners/ProductsRepo.ts"
import { missingForLive } from "./productGoLive.ts"

/** `admin product list`: the products, and the parts that this service lacks for live ones. */
export const productList = Command.make(
  "list",
  {
    partner: Flag.String("partner").pipe(
      Flag.withDescription("The slug of one partner; all partners' products if left out"),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* ({ partner }) {
    if (Option.isSome(partner) && Option.isNone(yield* (yield* Partners).findBySlug(partner.value))) {
      return yield* noSuchPartner(partner.value)
    }
    const products = yield* (yield* productsRepo).list(Option.getOrUndefined(partner))
    if (products.length === 0) {
      return yield* Console.log(
        "There are no products. A partner makes them with its key: POST /api/v1/products."
      )
    }
    for (const row of products) {
      const kind = row.sandboxed ? "sandboxed" : "live"
      const tfns = row.tfn_access_enabled ? "on" : "off"
      yield* Console.log(
        `${row.id}  ${row.slug}  ${row.name}  ${kind}  whole TFNs ${tfns}  of ${row.partner}`
      )
    }
    const missing = yield* missingForLive
    if (missing.length > 0) yield* Console.log(["missing for going live:", ...missing].join("\n- "))
  })
).pipe(Command.withDescription("Show products, with the ids that other commands take"))
