import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Holds that an operator sets on purpose: of one fund, and of all outgoing work. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A version that doesn't know the reason `operator` keeps its hold, because it has the same end as any other.
  yield* sql`ALTER TABLE fund_gates DROP CONSTRAINT fund_gates_because_check`
  yield* sql`ALTER TABLE fund_gates ADD CONSTRAINT fund_gates_because_check
    CHECK (because IN ('failing', 'unreachable', 'rate_limited', 'quota', 'busy', 'operator'))`
  // The operator's words for a hold of theirs. For operators alone.
  yield* sql`ALTER TABLE fund_gates ADD COLUMN hold_reason text CHECK (length(hold_reason) <= 200)`

  // At most one row: nothing is sent before this time.
  yield* sql`CREATE TABLE outgoing_hold (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    held_until timestamptz NOT NULL,
    reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
    set_at timestamptz NOT NULL
  )`
})
