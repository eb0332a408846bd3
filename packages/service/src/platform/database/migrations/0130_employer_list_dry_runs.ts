import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Files that are only tried, and when a list in force was said to match nothing soon. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A dry run ends as 'tried' without a reason, whatever its result says: nothing that asks for outcomes counts it.
  yield* sql`ALTER TABLE employer_list_files ADD COLUMN dry_run boolean NOT NULL DEFAULT false,
    DROP CONSTRAINT employer_list_files_state_check,
    ADD CONSTRAINT employer_list_files_state_check
      CHECK (state IN ('waiting', 'importing', 'accepted', 'held', 'refused', 'tried'))`
  // staleness_filed_at: when the fund's .stale.json was last written.
  yield* sql`ALTER TABLE employer_lists ADD COLUMN staleness_warned_at timestamptz,
    ADD COLUMN staleness_filed_at timestamptz`
})
