import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Events for the operator: the service's own troubles, and an address that belongs to no product. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A row for each trouble that was ever found, of one fund or of none. Its webhooks name it by its id, and are sent in the
  // order of its version.
  yield* sql`CREATE TABLE operator_troubles (
    id uuid PRIMARY KEY,
    trouble text NOT NULL CHECK (trouble ~ '^[a-z_]+$'),
    -- The fund's slug, and the reason; empty where the trouble has none.
    fund text NOT NULL DEFAULT '',
    because text NOT NULL DEFAULT '',
    -- Since when it is found without a break; null while it isn't found.
    found_at timestamptz,
    -- Set with the event that says that it started; null again with the one that says that it ended.
    started_at timestamptz,
    -- Raised by each event.
    version integer NOT NULL DEFAULT 0 CHECK (version >= 0),
    UNIQUE (trouble, fund, because)
  )`

  // The operator's address, its events and replays have the id of no product (D-operator-events). Products are never deleted.
  yield* sql`ALTER TABLE webhook_endpoints DROP CONSTRAINT webhook_endpoints_product_id_fkey`
  yield* sql`ALTER TABLE webhook_replays DROP CONSTRAINT webhook_replays_product_id_fkey`
})
