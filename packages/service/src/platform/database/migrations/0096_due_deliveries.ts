import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * What is done isn't due: due_at is null then. So what is due and what waits for an entity are asked in words of which
 * each fits one index alone, and the planner can't take the wrong one, whatever it believes about a table that was
 * empty of waiting deliveries when it last looked. It did, and with a million old ones each claim took 0.4 s.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP VIEW webhook_deliveries_in_turn`
  yield* sql`DROP INDEX webhook_deliveries_due`
  yield* sql`ALTER TABLE webhook_deliveries ALTER due_at DROP NOT NULL`
  yield* sql`UPDATE webhook_deliveries SET due_at = NULL WHERE state <> 'pending'`
  yield* sql`ALTER TABLE webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_due_while_pending CHECK ((state = 'pending') = (due_at IS NOT NULL))`
  yield* sql`CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at, id)
    WHERE due_at IS NOT NULL`

  // The deliveries whose turn it is, due or not: of each entity the first; where later ones replace it, the last.
  yield* sql`CREATE VIEW webhook_deliveries_in_turn AS
    SELECT d.id, d.endpoint_id, d.due_at
    FROM webhook_deliveries d
    CROSS JOIN LATERAL (
      SELECT coalesce(bool_or(o.seq < d.seq AND NOT o.replaceable), false) AS waits,
        coalesce(bool_or(o.seq > d.seq), false) AS followed
      FROM webhook_deliveries o
      WHERE o.entity_id = d.entity_id AND o.state = 'pending'
    ) k
    WHERE d.due_at IS NOT NULL AND NOT k.waits AND NOT (d.replaceable AND k.followed)`
})
