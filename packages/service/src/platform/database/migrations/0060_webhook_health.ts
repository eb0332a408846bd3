import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** How each endpoint's receiver is doing: what its breaker, its ramp and its pauses go by. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Beside the lease, because the holder of the lease writes it with every batch of outcomes. written names the state
  // that the last write left: a write that starts from an older one counts for nothing, and one that is made twice
  // counts once.
  //
  // failures_in_row and recent (attempts and failures of the last minute) open the breaker; while it is open, probe_at
  // is when one delivery may be tried, and probe_wait how long the wait before it was. in_flight, while a receiver comes
  // back: how many requests it may have at a time, null for no limit. failing_since: the first failure since the last
  // success; failing_messages: how many different deliveries have failed since.
  yield* sql`ALTER TABLE webhook_leases
    ADD written uuid NOT NULL DEFAULT gen_random_uuid(),
    ADD failures_in_row integer NOT NULL DEFAULT 0 CHECK (failures_in_row >= 0),
    ADD recent jsonb NOT NULL DEFAULT '[]',
    ADD probe_at timestamptz,
    ADD probe_wait interval,
    ADD in_flight integer CHECK (in_flight >= 1),
    ADD last_success_at timestamptz,
    ADD failing_since timestamptz,
    ADD failing_messages integer NOT NULL DEFAULT 0 CHECK (failing_messages >= 0),
    ADD CHECK ((probe_at IS NULL) = (probe_wait IS NULL))`
  yield* sql`UPDATE webhook_leases l SET last_success_at =
    (SELECT max(d.delivered_at) FROM webhook_deliveries d WHERE d.endpoint_id = l.endpoint_id)`

  // unusable: the service can't send there, because the address or the signing secret that it kept can't be read.
  yield* sql`ALTER TABLE webhook_endpoints DROP CONSTRAINT webhook_endpoints_paused_because_check,
    ADD CONSTRAINT webhook_endpoints_paused_because_check
      CHECK (paused_because IN ('gone', 'failing', 'operator', 'unusable'))`

  // What died is looked for when an endpoint is resumed.
  yield* sql`CREATE INDEX webhook_deliveries_dead ON webhook_deliveries (endpoint_id, last_attempt_at)
    WHERE state = 'dead'`
})
