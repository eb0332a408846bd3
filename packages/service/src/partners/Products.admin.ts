import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { noSuchPartner, Partners } from "./Partners.ts"
import { ProductPermissions } from "./ProductPermissions.ts"
import { productsRepo } from "./ProductsRepo.ts"

const tfnAccess = Command.make(
  "tfn-access",
  {
    product: Argument.String("product").pipe(Argument.withDescription("The id of a partner's product")),
    access: Argument.Literals("access", ["on", "off"]).pipe(
      Argument.withDescription("Whether the product may read whole tax file numbers")
    )
  },
  Effect.fnUntraced(function* ({ access, product }) {
    yield* (yield* ProductPermissions).setTfnAccess(product, access === "on")
    yield* Console.log(
      access === "on"
        ? `product ${product} may read whole tax file numbers; each read is recorded`
        : `product ${product} may no longer read whole tax file numbers`
    )
  })
).pipe(Command.withDescription("Let a product read whole tax file numbers, or no longer"))

const list = Command.make(
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
  })
).pipe(Command.withDescription("Show products, with the ids that other commands take"))

/** `admin product`: lists products and sets their permissions. */
export const productCommand = Command.make("product").pipe(
  Command.withDescription("Products and their permissions"),
  Command.withSubcommands([list, tfnAccess])
)
