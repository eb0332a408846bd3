import * as S from "@embedded-super/contracts/schemas"
import {
  type CannotStart,
  type DataFolder,
  makeDurableState,
  SimulatorClock
} from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** A product as it is kept, secrets included: the data folder is for its owner alone. */
const KeptProduct = Schema.Struct({
  productId: S.ProductId,
  key: Schema.String,
  webhookSecret: Schema.String,
  configuredAt: S.Timestamp
})
interface KeptProduct extends Schema.Schema.Type<typeof KeptProduct> {}

const KeptProducts = Schema.HashMap(S.ProductId, KeptProduct)

/** The products that the payroll software knows, with the key and the webhook secret of each. */
export class Products extends Context.Service<
  Products,
  {
    readonly configure: (
      productId: S.ProductId,
      setting: S.SimulatedProductSetting
    ) => Effect.Effect<S.SimulatedProduct>
    /** The webhook secrets, by product. */
    readonly secrets: Effect.Effect<Readonly<Record<string, string>>>
    /** The keys, by product. */
    readonly keys: Effect.Effect<Readonly<Record<string, string>>>
    readonly size: Effect.Effect<number>
  }
>()("@embedded-super/partner-simulator/Products") {
  static readonly layer: Layer.Layer<
    Products,
    CannotStart,
    DataFolder | SimulatorClock | FileSystem.FileSystem | Path.Path
  > = Layer.effect(
    Products,
    Effect.gen(function* () {
      const clock = yield* SimulatorClock
      const products = yield* makeDurableState({
        name: "products",
        state: KeptProducts,
        event: KeptProduct,
        initial: () => HashMap.empty<S.ProductId, KeptProduct>(),
        apply: (all, product) => HashMap.set(all, product.productId, product)
      })
      const each = (pick: (product: KeptProduct) => string) =>
        Effect.map(products.get, (all) =>
          Object.fromEntries(HashMap.toValues(all).map((product) => [product.productId, pick(product)]))
        )
      return {
        configure: Effect.fn("Products.configure")(function* (productId, { key, webhook_secret }) {
          const configuredAt = yield* clock.timestamp
          const kept: KeptProduct = {
            productId,
            key: Redacted.value(key),
            webhookSecret: Redacted.value(webhook_secret),
            configuredAt
          }
          yield* products.transact(() => ({ events: [kept], answer: undefined }))
          return { product_id: productId, key_hint: hintOf(kept.key), configured_at: configuredAt }
        }),
        secrets: each(({ webhookSecret }) => webhookSecret),
        keys: each(({ key }) => key),
        size: Effect.map(products.get, HashMap.size)
      }
    })
  )
}

/** The parts of a key that aren't secret: kind, environment and short id. */
const hintOf = (key: string): S.ApiKeyHint => key.split("_").slice(0, 3).join("_") as S.ApiKeyHint
