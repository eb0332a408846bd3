import type { CannotStart } from "@embedded-super/simulator-kit"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { makeEventSource } from "./EventSource.ts"
import { forward, type Receiver } from "./forward.ts"
import type { Place } from "./Place.ts"

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
