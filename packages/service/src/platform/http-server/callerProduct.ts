import { ApiKeyPrincipal } from "@embedded-super/contracts/principals"
import type { ProductId } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"

/** The product whose key was presented: the caller may see only its data. A product key always has one. */
export const callerProduct: Effect.Effect<ProductId, never, ApiKeyPrincipal> = Effect.flatMap(
  ApiKeyPrincipal,
  ({ product_id }) =>
    product_id === null
      ? Effect.die(new Error("A product key without a product"))
      : Effect.succeed(product_id)
)
