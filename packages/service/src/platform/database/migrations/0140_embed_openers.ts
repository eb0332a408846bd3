import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Which frame opened an embed URL: it alone may open the URL again. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Null in rows that a process of an earlier version wrote; their URLs open nothing a second time.
  yield* sql`ALTER TABLE embed_sessions ADD COLUMN opener_hash bytea CHECK (octet_length(opener_hash) = 32)`
})
