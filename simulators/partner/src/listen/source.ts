import { CannotStart } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { readDemo } from "./demo.ts"

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
