import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** What the busiest tables need, so that a million old deliveries slow down no new one. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Attempts are looked for by their delivery alone: one index to keep, instead of two.
  yield* sql`ALTER TABLE webhook_attempts DROP CONSTRAINT webhook_attempts_pkey, ADD PRIMARY KEY (delivery_id, id)`
  yield* sql`DROP INDEX webhook_attempts_of_delivery`

  // Each delivery leaves a dead row behind when it is done, and dead entries at the head of the indexes that say what is
  // due. They are swept up after some thousands, however large the table has become, and not after a fifth of it.
  yield* sql`ALTER TABLE webhook_deliveries SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
    autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0)`
  yield* sql`ALTER TABLE webhook_attempts SET (autovacuum_vacuum_insert_scale_factor = 0.02,
    autovacuum_analyze_scale_factor = 0.02)`
  yield* sql`ALTER TABLE webhook_leases SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`
})
