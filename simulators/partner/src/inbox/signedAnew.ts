/**
 * The signature of a webhook that is delivered again from the time line: the first one is too old by then, or the body
 * was edited. An integration doesn't need it: the service signs.
 *
 * The trap: like the service's, it is of the true time, wherever the simulator's clock is (D-sandbox-clock).
 *
 * Guide: partners/test-webhooks
 */
import { signWebhook } from "@embedded-super/partner-sdk"
import type { SignedAnew } from "@embedded-super/simulator-kit"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Products } from "../products/Products.ts"

const productIn = (body: string): unknown => {
  try {
    return (JSON.parse(body) as { readonly product_id?: unknown }).product_id
  } catch {
    return undefined
  }
}

export const signedAnew = Effect.gen(function* () {
  const products = yield* Products

  const sign: SignedAnew = Effect.fnUntraced(function* ({ headers }, body) {
    const id = headers["webhook-id"]
    const [secret] = products.secrets()[String(productIn(body ?? ""))] ?? []
    // Without them, it is delivered as it was, and refused as it was.
    if (id === undefined || body === null || secret === undefined) return {}
    const at = yield* Clock.currentTimeMillis
    return yield* Effect.promise(() => signWebhook({ id, body, at }, secret))
  })
  return sign
})
