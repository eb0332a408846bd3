import { CannotStart, DataFolder, replaceFile } from "@embedded-super/simulator-kit"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { signWebhook } from "@embedded-super/partner-sdk"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Schedule from "effect/Schedule"
import { type FeedEvent, makeEventSource } from "./EventSource.ts"

export interface Receiver {
  readonly url: string
  readonly secret: Redacted.Redacted
}

/** The receiver's time limit, and the number of retries if it doesn't answer 2xx. */
const timeout = Duration.seconds(10)
const retries = 4
const backOff = Schedule.exponential("500 millis")

const send = Effect.fnUntraced(function* ({ payload, webhook_id }: FeedEvent, receiver: Receiver) {
  const at = yield* Clock.currentTimeMillis
  const body = JSON.stringify(payload)
  const answered = yield* Effect.tryPromise({
    try: async (signal) => {
      const signed = await signWebhook({ id: webhook_id, at, body }, Redacted.value(receiver.secret))
      const headers = {
        ...signed,
        "content-type": "application/json",
        "user-agent": "EmbeddedSuper-Webhooks/1"
      }
      const response = await fetch(receiver.url, {
        method: "POST",
        headers,
        body,
        redirect: "manual",
        signal
      })
      await response.body?.cancel()
      return response.status
    },
    catch: () => "no answer" as const
  }).pipe(
    Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.fail("no answer" as const) }),
    Effect.result
  )
  const outcome = answered._tag === "Success" ? answered.success : answered.failure
  const now = DateTime.formatIso(yield* DateTime.now).slice(11, 19)
  const took = (yield* Clock.currentTimeMillis) - at
  yield* Console.log(`${now}  ${outcome}  ${payload.event}  ${payload.subject} ${payload.id}  (${took} ms)`)
  return typeof outcome === "number" && outcome >= 200 && outcome < 300
})

/** Sends an event to a local address, signed as by the service; retries if the answer isn't 2xx, then gives up. */
const forward = (event: FeedEvent, receiver: Receiver): Effect.Effect<void> =>
  Effect.filterOrFail(
    send(event, receiver),
    (isTaken) => isTaken,
    () => "not taken" as const
  ).pipe(
    Effect.retry({ schedule: backOff, times: retries }),
    Effect.catch(() =>
      Console.error(
        `${receiver.url} didn't accept ${event.webhook_id} in ${retries + 1} attempts; the next event follows.`
      )
    ),
    Effect.asVoid
  )

/**
 * The position in the feed: the last finished page (null before the first), and the events of the next page that were
 * forwarded.
 */
const Position = Schema.Struct({
  after: Schema.NullOr(Schema.String),
  handled: Schema.Array(Schema.String)
})
interface Position extends Schema.Schema.Type<typeof Position> {}

const PositionFile = Schema.fromJsonString(Position)

/** The stored position in the feed. It is in the data folder, and survives a kill -9. */
export interface Place {
  /** Undefined if no event was ever forwarded. */
  readonly position: () => Position | undefined
  readonly begin: (after: string | undefined) => Effect.Effect<void>
  /** Records that an event was forwarded, or given up. */
  readonly handled: (event: FeedEvent) => Effect.Effect<void>
  /** Records that all events of a page were handled; `after` is the cursor of the next page. */
  readonly nextPage: (after: string) => Effect.Effect<void>
}

const unreadable = (path: string) =>
  new CannotStart({ sentence: `${path} can't be read. Remove it; listen then starts with the next event.` })

/** Opens the position stored in the data folder. */
export const openPlace = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const path = (yield* DataFolder).file("place.json")
  const context = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
  const read = Effect.flatMap(fs.readFileString(path), Schema.decodeUnknownEffect(PositionFile))
  const isThere = yield* Effect.orDie(fs.exists(path))
  let kept = isThere ? yield* Effect.mapError(read, () => unreadable(path)) : undefined

  const keep = (position: Position) =>
    Effect.suspend(() => {
      kept = position
      return Effect.orDie(replaceFile(path, Schema.encodeSync(PositionFile)(position)))
    }).pipe(Effect.provide(context))

  const place: Place = {
    position: () => kept,
    begin: (after) => keep({ after: after ?? null, handled: [] }),
    handled: ({ webhook_id }) =>
      keep({ after: kept?.after ?? null, handled: [...(kept?.handled ?? []), webhook_id] }),
    nextPage: (after) => (after === kept?.after ? Effect.void : keep({ after, handled: [] }))
  }
  return place
})

/** The position to start from: the last one (or now, the first time), the oldest event, or now. */
export type Beginning = "where_it_stopped" | "from_start" | "from_now"

export interface ListenOptions {
  readonly serviceUrl: string
  /** The product's key. */
  readonly key: Redacted.Redacted
  readonly receiver: Receiver
  readonly place: Place
  readonly beginning: Beginning
  /** The wait before the next request if there is nothing new. */
  readonly every: Duration.Input
  /** Runs once, when the starting position is known. */
  readonly onListening: Effect.Effect<void>
}

/** Polls the events feed of a product, and forwards each event in order. It ends only on a refusal. */
export const listen = Effect.fn("listen")(function* ({
  beginning,
  every,
  onListening,
  place,
  receiver,
  ...service
}: ListenOptions): Effect.fn.Return<never, CannotStart> {
  const { pageAfter, reach } = makeEventSource(service)
  yield* reach

  const endOfFeed = Effect.gen(function* () {
    let page = yield* pageAfter(undefined)
    while (page.goesOn) page = yield* pageAfter(page.next)
    return page.next
  })

  if (beginning === "from_start") yield* place.begin(undefined)
  if (beginning === "from_now" || place.position() === undefined) yield* place.begin(yield* endOfFeed)
  yield* onListening
  while (true) {
    const { events, goesOn, next } = yield* pageAfter(place.position()?.after ?? undefined)
    for (const event of events) {
      if (place.position()?.handled.includes(event.webhook_id)) continue
      yield* forward(event, receiver)
      yield* place.handled(event)
    }
    yield* place.nextPage(next)
    if (!goesOn) yield* Effect.sleep(every)
  }
})
