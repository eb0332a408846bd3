import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { ProductPermissions } from "./ProductPermissions.ts"

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

/** `admin product`: what the operator permits a product. */
export const productCommand = Command.make("product").pipe(
  Command.withDescription("Permissions of products"),
  Command.withSubcommands([tfnAccess])
)
