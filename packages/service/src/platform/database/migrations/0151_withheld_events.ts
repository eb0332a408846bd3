import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Events that no feed shows, and test webhooks that are no version of their employer. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Recorded about an employer issue while the partner didn't get those: it is in no feed, also not later.
  yield* sql`ALTER TABLE events ADD withheld boolean NOT NULL DEFAULT false`
  yield* sql`UPDATE events e SET withheld = true
    FROM products p JOIN partners r ON r.id = p.partner_id AND NOT r.employer_issue_webhooks_enabled
    WHERE p.id = e.product_id AND e.subject = 'employer_issue'`
  yield* sql`DROP INDEX events_not_in_feed`
  yield* sql`CREATE INDEX events_not_in_feed ON events (product_id, id) WHERE feed_position IS NULL AND NOT withheld`

  // The seq of an employer's event is its version and this: a test webhook has a place of its own among the employer's
  // events, and leaves its version, and so its ETag, as it is.
  yield* sql`ALTER TABLE employers ADD test_webhooks integer NOT NULL DEFAULT 0 CHECK (test_webhooks >= 0)`
})
