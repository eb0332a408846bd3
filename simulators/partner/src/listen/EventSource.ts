import { createClient, type WebhookPayload } from "@embedded-super/partner-sdk"
import { CannotStart } from "@embedded-super/simulator-kit"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"

/** One event of the feed, and the webhook-id under which it is delivered. */
export interface FeedEvent {
  readonly webhook_id: string
  readonly payload: WebhookPayload
}

/** A page of the feed. `next` is where to ask again, now or later. */
export interface FeedPage {
  readonly events: ReadonlyArray<FeedEvent>
  readonly next: string
  /** Whether there is another page already. */
  readonly goesOn: boolean
}

/** The service can't answer now. */
class Away extends Data.TaggedError("Away")<{ readonly why: string; readonly waitSeconds: number }> {}

const pageSize = 100

const backOff = Schedule.min([Schedule.exponential("500 millis"), Schedule.spaced("10 seconds")])

/** Asks the service for a product's events, and keeps asking while it is away; only a refusal is an error. */
export const makeEventSource = (options: {
  readonly serviceUrl: string
  readonly key: Redacted.Redacted
}): { readonly pageAfter: (after: string | undefined) => Effect.Effect<FeedPage, CannotStart> } => {
  const client = createClient({ baseUrl: options.serviceUrl, apiKey: Redacted.value(options.key) })

  const ask = (after: string | undefined): Effect.Effect<FeedPage, CannotStart | Away> =>
    Effect.tryPromise({
      try: (signal) =>
        client.GET("/api/v1/events", {
          params: { query: { limit: pageSize, ...(after === undefined ? {} : { after }) } },
          signal
        }),
      catch: (error) => new Away({ why: String(error), waitSeconds: 0 })
    }).pipe(
      Effect.flatMap(({ data, error, response }): Effect.Effect<FeedPage, CannotStart | Away> => {
        if (data !== undefined) {
          const { next_cursor, resume_cursor } = data.pagination
          return Effect.succeed({ events: data.data, next: resume_cursor, goesOn: next_cursor !== null })
        }
        if (response.status === 429 || response.status >= 500) {
          const waitSeconds = Number(response.headers.get("retry-after") ?? 0)
          return Effect.fail(new Away({ why: `it answered ${response.status}`, waitSeconds }))
        }
        const said = error?.detail ?? `it answered ${response.status}`
        return Effect.fail(
          new CannotStart({ sentence: `The service refuses: ${said} Give another --key or --service-url.` })
        )
      }),
      Effect.tapErrorTag("Away", ({ waitSeconds }) => Effect.sleep(Duration.seconds(waitSeconds)))
    )

  return {
    pageAfter: (after) =>
      ask(after).pipe(
        Effect.tapErrorTag("Away", ({ why }) =>
          Console.error(`${options.serviceUrl} is away (${why}); asking again.`)
        ),
        Effect.retry({ schedule: backOff, while: (error) => error._tag === "Away" }),
        Effect.catchTag("Away", (error) => Effect.die(error))
      )
  }
}
