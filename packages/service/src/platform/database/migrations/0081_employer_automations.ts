import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** How an employer connects the ATO, and which declarations it accepts. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // What the employer enters in Access Manager: ten digits of its own. The multiplication (by a prime, modulo the
  // number of such ids) gives each employer another one without telling how many employers there are.
  yield* sql`ALTER TABLE employers ADD COLUMN software_number bigint NOT NULL GENERATED ALWAYS AS IDENTITY`
  yield* sql`ALTER TABLE employers ADD COLUMN software_id text NOT NULL UNIQUE
    GENERATED ALWAYS AS ((1000000000 + (software_number * 2654435761) % 9000000000)::text) STORED`

  yield* sql`CREATE TABLE employer_ato_connections (
    employer_id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    connected_by text NOT NULL CHECK (connected_by IN ('employer', 'agent')),
    agent_number text CHECK (agent_number ~ '^[0-9]{7,8}$'),
    agent_abn text CHECK (agent_abn ~ '^[1-9][0-9]{10}$'),
    checked_at timestamptz,
    check_result text CHECK (check_result IN ('ok', 'not_found', 'error')),
    updated_at timestamptz NOT NULL,
    CHECK ((connected_by = 'agent') = (agent_number IS NOT NULL)),
    CHECK ((connected_by = 'agent') = (agent_abn IS NOT NULL)),
    CHECK ((checked_at IS NULL) = (check_result IS NULL)),
    FOREIGN KEY (employer_id, product_id) REFERENCES employers (id, product_id)
  )`

  // Every acceptance stays on record: the words by their version, when, and in which opening of the embed (none where a
  // sandbox played the employer). The row that wasn't withdrawn is the current one.
  yield* sql`CREATE TABLE employer_statements (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    employer_id uuid NOT NULL,
    statement text NOT NULL CHECK (statement IN ('stapling', 'tfn_declaration')),
    version text NOT NULL CHECK (length(version) BETWEEN 1 AND 64),
    embed_session_id uuid,
    accepted_at timestamptz NOT NULL,
    withdrawn_at timestamptz,
    FOREIGN KEY (employer_id, product_id) REFERENCES employers (id, product_id)
  )`
  yield* sql`CREATE UNIQUE INDEX employer_statements_one_current ON employer_statements (employer_id, statement)
    WHERE withdrawn_at IS NULL`
})
