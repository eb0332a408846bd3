import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Which database was served last, so that a restored or copied one is recognised. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // One row, written by the first process that may send, and by an operator who accepts a restored database. A copy of the
  // database has the row of its original, and is another database by at least one of the four.
  yield* sql`CREATE TABLE served_database (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    -- Of the cluster: another after initdb, pg_upgrade, or pg_restore into another cluster.
    system_identifier text NOT NULL,
    -- Of its history: another after a recovery to a moment, and after the promotion of a replica.
    timeline text NOT NULL,
    -- Of the database in its cluster: another after pg_restore, or CREATE DATABASE with a template.
    database_oid text NOT NULL,
    -- Of this table in its database: another after pg_restore --clean into the same database.
    table_oid text NOT NULL,
    accepted_at timestamptz NOT NULL
  )`
})
