/**
 * The signature of a webhook that is delivered again from the time line: the first one is too old by then, or the body
 * was edited. An integration doesn't need it: the service signs.
 *
 * Guide: partners/test-webhooks
 */
import { signWebhook } from "@embedded-super/partner-sdk"
import { type SignedAnew, SimulatorClock } from "@embedded-super/simulator-kit"
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
  const clock = yield* SimulatorClock

  const sign: SignedAnew = ({ headers }, body) =>
    Effect.promise(async () => {
      const id = headers["webhook-id"]
      const secret = products.secrets()[String(productIn(body ?? ""))]
      // Without them, it is delivered as it was, and refused as it was.
      if (typeof id !== "string" || body === null || secret === undefined) return {}
      return await signWebhook({ id, body, at: clock.millis() }, secret)
    })
  return sign
})
