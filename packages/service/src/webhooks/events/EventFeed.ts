import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/** An event as the feed returns it. */
export interface FeedEvent {
  readonly id: string
  /** The exact text that its webhook carries. */
  readonly body: string
  /** Its position in the product's feed; a later request continues after it. */
  readonly position: bigint
}

/** Events that get their position in one call; more than a page, so that a busy product catches up. */
const PLACED_AT_ONCE = 1000

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
      const sql = yield* SqlClient.SqlClient

      // Transactions don't commit in the order of their events' ids. So an event gets its position when it is first
      // read here, after its commit, and positions are assigned under a lock: no event appears before a position that
      // was already read.
      const place = (productId: string) =>
        Effect.gen(function* () {
          yield* sql`SELECT pg_advisory_xact_lock(hashtextextended(${`events feed ${productId}`}, 0))`
          yield* sql`
            UPDATE events SET feed_position = placed.position
            FROM (
              SELECT id, nextval('events_feed_positions') AS position
              FROM (
                SELECT id FROM events WHERE product_id = ${productId} AND feed_position IS NULL AND NOT withheld
                ORDER BY id LIMIT ${PLACED_AT_ONCE}
              ) AS unplaced
            ) AS placed
            WHERE events.id = placed.id`
        })

      const after = Effect.fn("EventFeed.after")(function* (options: {
        readonly productId: string
        readonly position: bigint
        readonly limit: number
      }) {
        const [row] = yield* sql<{ unplaced: boolean }>`SELECT EXISTS (
          SELECT FROM events
          WHERE product_id = ${options.productId} AND feed_position IS NULL AND NOT withheld) AS unplaced`
        if (row?.unplaced === true) yield* sql.withTransaction(place(options.productId))
        return yield* sql<FeedEvent>`
          SELECT id, body, feed_position AS position FROM events
          WHERE product_id = ${options.productId} AND feed_position > ${String(options.position)} AND NOT withheld
            AND (subject <> 'employer_issue' OR (SELECT r.employer_issue_webhooks_enabled FROM products p
              JOIN partners r ON r.id = p.partner_id WHERE p.id = ${options.productId}))
            AND inserted_at > platform_now() - interval '30 days'
          ORDER BY feed_position LIMIT ${options.limit}`
      })

      return EventFeed.of({ after })
    })
  )
}
