import * as Cron from "effect/Cron"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { inBackground } from "../../platform/database/StatementLimits.ts"
import { periodically } from "../../platform/jobs/periodically.ts"
import { firstEventId } from "../events/eventId.ts"

/**
 * How long events, deliveries, attempts and receivers' responses are kept, including the backlog of a paused address.
 */
const KEPT = Duration.days(30)

/** Rows that one statement reads and deletes: few enough that no other statement waits for it. */
const AT_ONCE = 1000

/** The rest after each statement, as a share of the time that it took: readers beside it get the processor. */
const REST = 0.3

const NO_ID = firstEventId(0)

/** Goes through pages until one is the last. Each page is a statement of its own, so a run that ends early loses none. */
const walk = Effect.fnUntraced(function* <Place, E>(
  first: Place,
  page: (after: Place) => Effect.Effect<ReadonlyArray<Place>, E>
) {
  let after: Place | undefined = first
  while (after !== undefined) {
    const [took, rows]: [Duration.Duration, ReadonlyArray<Place>] = yield* Effect.timed(page(after))
    after = rows[0]
    yield* Effect.sleep(Duration.times(took, REST))
  }
})

/**
 * Deletes webhook data older than 30 days. Keeps each entity's newest event and its delivery, though no partner can see
 * them: they record the last state that was sent to the partner, and for a finished session that no further webhook
 * follows. Ids contain the time at which they were made, or an earlier one (D-webhook-ids), so a time is given as its first id.
 *
 * Each statement walks a primary key, and returns its last row if there may be more. The trap: a condition that no index
 * serves reads the whole table for each page (`Retention.test.ts` counts that).
 */
export const makeRetention = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  /**
   * Deletes the events between two ids, except the newest of each entity, with their deliveries. The waiting deliveries of
   * kept events are given up: after so long a pause of the address, they aren't sent any more. `state || ''`,
   * because with the plain state PostgreSQL may read the whole index of waiting deliveries for each page.
   */
  const events = (before: string, at: Date) => (after: { readonly id: string }) =>
    sql<{ readonly id: string }>`WITH page AS MATERIALIZED (
        SELECT e.id, NOT EXISTS (SELECT FROM events v
          WHERE v.subject = e.subject AND v.entity_id = e.entity_id AND v.seq > e.seq) AS newest
        FROM events e WHERE e.id > ${after.id} AND e.id < ${before} AND e.inserted_at < ${at} ORDER BY e.id LIMIT ${AT_ONCE}
      ), given_up AS (
        UPDATE webhook_deliveries SET state = 'dead', due_at = NULL
        WHERE id = ANY(ARRAY(SELECT id FROM page WHERE newest)) AND state || '' = 'pending'
      ), unsent AS (
        DELETE FROM webhook_deliveries WHERE id = ANY(ARRAY(SELECT id FROM page WHERE NOT newest))
      ), gone AS (
        DELETE FROM events WHERE id = ANY(ARRAY(SELECT id FROM page WHERE NOT newest))
      )
      SELECT id FROM page ORDER BY id OFFSET ${AT_ONCE - 1}`

  interface AttemptPlace {
    readonly delivery_id: string
    readonly id: string
  }

  /**
   * Attempts before an id. An attempt is younger than its delivery, so only old deliveries have them; the young attempts
   * of an old delivery stay.
   */
  const attempts = (before: string) => (after: AttemptPlace) =>
    sql<AttemptPlace>`WITH page AS MATERIALIZED (
        SELECT ctid AS place, delivery_id, id FROM webhook_attempts
        WHERE (delivery_id, id) > (${after.delivery_id}, ${after.id}) AND delivery_id < ${before}
        ORDER BY delivery_id, id LIMIT ${AT_ONCE}
      ), gone AS (
        DELETE FROM webhook_attempts WHERE ctid = ANY(ARRAY(SELECT place FROM page WHERE id < ${before}))
      )
      SELECT delivery_id, id FROM page ORDER BY delivery_id, id OFFSET ${AT_ONCE - 1}`

  /** Destroys the keys that no longer sign. */
  const endedKeys = Effect.andThen(
    sql`UPDATE webhook_secrets SET sealed = NULL WHERE expires_at <= platform_now() AND sealed IS NOT NULL`,
    sql`DELETE FROM webhook_keys WHERE valid_until <= platform_now()`
  )

  return Effect.gen(function* () {
    const [row] = yield* sql<{ at: Date }>`
      SELECT platform_now() - ${Duration.toSeconds(KEPT)}::float8 * interval '1 second' AS at`
    const at = row?.at ?? new Date(0)
    const before = firstEventId(at.getTime())
    yield* walk({ delivery_id: NO_ID, id: NO_ID }, attempts(before))
    yield* walk({ id: NO_ID }, events(before, at))
    yield* inBackground(sql)(sql`DELETE FROM webhook_notices WHERE id < ${before}`)
    yield* inBackground(sql)(sql`DELETE FROM webhook_replays WHERE id < ${before}`)
    yield* endedKeys
  }).pipe(Effect.withSpan("webhooks.retention"))
})

/** Deletes expired data every hour. */
export const WebhookRetention = Layer.effectDiscard(
  Effect.gen(function* () {
    const forget = yield* makeRetention
    yield* Effect.forkScoped(periodically("webhook retention", Cron.parseUnsafe("43 * * * *"), forget))
  })
)
