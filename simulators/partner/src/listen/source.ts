import { CannotStart } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** The file that `start` writes beside the data: its service's URL, and its demo products, with keys and secrets. */
const DemoFile = Schema.fromJsonString(
  Schema.Struct({
    service_url: Schema.String,
    products: Schema.NonEmptyArray(
      Schema.Struct({ name: Schema.String, key: Schema.String, webhook_secret: Schema.String })
    )
  })
)

/** The demo that `start` runs; none if the file is missing or has another format. */
const readDemo = Effect.fn("readDemo")(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  return yield* Effect.flatMap(fs.readFileString(file), Schema.decodeUnknownEffect(DemoFile))
}, Effect.option)

/** The values from the command line or the environment. */
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
 * The service whose events are forwarded, and the API key for it: as given, or from the demo. `product` is the demo's
 * product with that key, if there is one.
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
