import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"

/** What `start` leaves beside the data: its demo product, with the key and the secret. */
const DemoFile = Schema.fromJsonString(
  Schema.Struct({
    service_url: Schema.String,
    products: Schema.NonEmptyArray(
      Schema.Struct({ name: Schema.String, key: Schema.String, webhook_secret: Schema.String })
    )
  })
)

/**
 * The product of the demo that `start` runs with this key, or the first one; none if there is no such file, it is another,
 * or the key is no demo product's.
 */
export const demoProduct = Effect.fn("demoProduct")(function* (file: string, key: string | undefined) {
  const fs = yield* FileSystem.FileSystem
  const { products, service_url } = yield* Effect.flatMap(
    fs.readFileString(file),
    Schema.decodeUnknownEffect(DemoFile)
  )
  const product = key === undefined ? products[0] : products.find((product) => product.key === key)
  return { ...(yield* Effect.fromNullishOr(product)), service_url }
}, Effect.option)
