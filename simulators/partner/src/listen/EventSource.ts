import { createClient, type WebhookPayload } from "@embedded-super/partner-sdk"
import { CannotStart } from "@embedded-super/simulator-kit"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** One event of the feed, and its webhook-id. */
export interface FeedEvent {
  readonly webhook_id: string
  readonly payload: WebhookPayload
}

/** A page of the feed. `next` is the cursor for the next request, now or later. */
interface FeedPage {
  readonly events: ReadonlyArray<FeedEvent>
  readonly next: string
  /** Whether another page is available already. */
  readonly goesOn: boolean
}

/** The service is unavailable. */
class Away extends Data.TaggedError("Away")<{
  readonly why: string
  readonly waitSeconds: number
  /** Whether anything answered at its address. */
  readonly isThere: boolean
}> {}

const pageSize = 100

const backOff = Schedule.min([Schedule.exponential("500 millis"), Schedule.spaced("10 seconds")])

/** The events of a product from the service's feed. */
export const makeEventSource = (options: {
  readonly serviceUrl: string
  readonly key: Redacted.Redacted
}) => {
  const { key, serviceUrl: baseUrl } = options
  // `pageAfter` tries again, for as long as it takes, and says so.
  const client = createClient({ baseUrl, apiKey: Redacted.value(key), retry: { maxTries: 1 } })

  const ask = (after: string | undefined): Effect.Effect<FeedPage, CannotStart | Away> =>
    Effect.tryPromise({
      try: (signal) =>
        client.GET("/api/v1/events", {
          params: { query: { limit: pageSize, ...(after === undefined ? {} : { after }) } },
          signal
        }),
      catch: (error) => new Away({ why: String(error), waitSeconds: 0, isThere: false })
    }).pipe(
      Effect.flatMap(({ data, error, response }): Effect.Effect<FeedPage, CannotStart | Away> => {
        if (data !== undefined) {
          const { next_cursor, resume_cursor } = data.pagination
          return Effect.succeed({ events: data.data, next: resume_cursor, goesOn: next_cursor !== null })
        }
        if (response.status === 429 || response.status >= 500) {
          const waitSeconds = Number(response.headers.get("retry-after") ?? 0)
          return Effect.fail(new Away({ why: `it answered ${response.status}`, waitSeconds, isThere: true }))
        }
        const reason = error?.detail ?? `it answered ${response.status}`
        return Effect.fail(
          new CannotStart({ sentence: `The service refuses: ${reason} Give another --key or --service-url.` })
        )
      })
    )

  return {
    /** Connects once, and fails if the service doesn't answer. */
    reach: ask(undefined).pipe(
      Effect.catchTag("Away", ({ isThere, why }) =>
        isThere
          ? Effect.void
          : Effect.fail(
              new CannotStart({
                sentence: `No service answers at ${options.serviceUrl} (${why}): start it, or name another with --service-url or in EMBEDDED_SUPER_URL.`
              })
            )
      ),
      Effect.asVoid
    ),
    /** Requests a page, and retries while the service is unavailable; only a refusal is an error. */
    pageAfter: (after: string | undefined): Effect.Effect<FeedPage, CannotStart> =>
      ask(after).pipe(
        Effect.tapErrorTag("Away", ({ waitSeconds, why }) =>
          Effect.andThen(
            Console.error(`${options.serviceUrl} doesn't answer (${why}); retrying.`),
            Effect.sleep(Duration.seconds(waitSeconds))
          )
        ),
        Effect.retry({ schedule: backOff, while: (error) => error._tag === "Away" }),
        Effect.catchTag("Away", (error) => Effect.die(error))
      )
  }
}

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
