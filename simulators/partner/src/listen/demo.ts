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

/** The first product of the demo that `start` runs; none if there is no such file, or it is another. */
export const demoProduct = Effect.fn("demoProduct")(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  const { products, service_url } = yield* Effect.flatMap(
    fs.readFileString(file),
    Schema.decodeUnknownEffect(DemoFile)
  )
  return { ...products[0], service_url }
}, Effect.option)
