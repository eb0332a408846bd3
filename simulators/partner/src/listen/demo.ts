import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"

/** What `start` leaves beside the data: where its service is, and its demo products, with keys and secrets. */
const DemoFile = Schema.fromJsonString(
  Schema.Struct({
    service_url: Schema.String,
    products: Schema.NonEmptyArray(
      Schema.Struct({ name: Schema.String, key: Schema.String, webhook_secret: Schema.String })
    )
  })
)

/** The demo that `start` runs; none if there is no such file, or it is another. */
export const readDemo = Effect.fn("readDemo")(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  return yield* Effect.flatMap(fs.readFileString(file), Schema.decodeUnknownEffect(DemoFile))
}, Effect.option)
