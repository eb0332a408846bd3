import { CannotStart } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
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
const readDemo = Effect.fn("readDemo")(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  return yield* Effect.flatMap(fs.readFileString(file), Schema.decodeUnknownEffect(DemoFile))
}, Effect.option)

/** What the command line or the environment says. */
interface Given {
  readonly key: Option.Option<Redacted.Redacted>
  readonly serviceUrl: Option.Option<string>
}

const noKey = (file: string) =>
  new CannotStart({
    sentence: `Give the product's key in EMBEDDED_SUPER_KEY or with --key; there is no ${file} that holds one.`
  })

const noService = (file: string) =>
  new CannotStart({
    sentence: `Name the service with --service-url or in EMBEDDED_SUPER_URL; there is no ${file} that names it.`
  })

/**
 * The service whose events are passed on, and the key that it is asked with: as given, or as the demo has them. `product` is the
 * demo's product of that key, if it is one of the demo's.
 */
export const sourceOf = Effect.fn("sourceOf")(function* (file: string, given: Given) {
  const demo = Option.getOrUndefined(yield* readDemo(file))
  const givenKey = Option.getOrUndefined(Option.map(given.key, Redacted.value))
  const product =
    givenKey === undefined ? demo?.products[0] : demo?.products.find(({ key }) => key === givenKey)
  const key = givenKey ?? product?.key
  if (key === undefined) return yield* noKey(file)
  const serviceUrl = Option.getOrElse(given.serviceUrl, () => demo?.service_url)
  if (serviceUrl === undefined) return yield* noService(file)
  return { product, key: Redacted.make(key), serviceUrl }
})
