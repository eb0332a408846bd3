import { ApiKeyPrincipal } from "@embedded-super/contracts/principals"
import { NotFound } from "@embedded-super/contracts/problems"
import type { ProductId } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { callerProduct } from "../platform/http-server/callerProduct.ts"

/** The product whose key was presented, if it is a sandbox. For a live product, none of these operations is there. */
export const sandboxedProduct: Effect.Effect<ProductId, NotFound, ApiKeyPrincipal> = Effect.flatMap(
  ApiKeyPrincipal,
  ({ sandboxed }) =>
    sandboxed
      ? callerProduct
      : Effect.fail(
          new NotFound({ code: "not_found", detail: "Only sandboxed products have this operation." })
        )
)
