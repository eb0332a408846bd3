import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The SFTP server's next key, which funds pin before it is used. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE sftp_host_keys DROP CONSTRAINT sftp_host_keys_name_check`
  yield* sql`ALTER TABLE sftp_host_keys ADD CONSTRAINT sftp_host_keys_name_check CHECK (name IN ('current', 'next'))`
})
