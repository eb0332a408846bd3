import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SqlError } from "effect/sql/SqlError"
import { eventsRepo, type FeedEvent } from "./EventsRepo.ts"

/** A product's events in feed order, for partners that poll instead of receiving webhooks. */
export class EventFeed extends Context.Service<
  EventFeed,
  {
    /**
     * The events after a position (0 is before the first), oldest first. A caller that continues from the last position
     * it received gets each event exactly once, even while events are being recorded. Omits events about employer
     * issues while they are disabled for the partner; events recorded in that time never appear.
     */
    readonly after: (options: {
      readonly productId: string
      readonly position: bigint
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<FeedEvent>, SqlError>
  }
>()("@embedded-super/service/webhooks/EventFeed") {
  static readonly layer = Layer.effect(
    EventFeed,
    Effect.gen(function* () {
      const repo = yield* eventsRepo

      return EventFeed.of({
        after: Effect.fn("EventFeed.after")(function* ({ limit, position, productId }) {
          if (yield* repo.hasUnplaced(productId)) yield* repo.place(productId)
          return yield* repo.feed(productId, position, limit)
        })
      })
    })
  )
}
