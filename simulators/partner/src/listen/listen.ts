import type { CannotStart } from "@embedded-super/simulator-kit"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { makeEventSource } from "./EventSource.ts"
import { forward, type Receiver } from "./forward.ts"
import type { Place } from "./Place.ts"

/** Where to begin: where it stopped the last time (or now, the first time), with the oldest event, or now. */
export type Beginning = "where_it_stopped" | "from_start" | "from_now"

export interface ListenOptions {
  readonly serviceUrl: string
  /** The product's key. */
  readonly key: Redacted.Redacted
  readonly receiver: Receiver
  readonly place: Place
  readonly beginning: Beginning
  /** How long to wait before asking again when nothing is new. */
  readonly every: Duration.Input
  /** Told once, when the place to begin at is known. */
  readonly onListening: Effect.Effect<void>
}

/** Polls the events feed of a product, and passes each event on in order. It ends only by a refusal. */
export const listen = Effect.fn("listen")(function* ({
  beginning,
  every,
  onListening,
  place,
  receiver,
  ...service
}: ListenOptions): Effect.fn.Return<never, CannotStart> {
  const { pageAfter } = makeEventSource(service)

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
    yield* place.turnPage(next)
    if (!goesOn) yield* Effect.sleep(every)
  }
})
