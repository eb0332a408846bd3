import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Fund gates: why a fund isn't reached, for `admin fund list`. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // What the call found that last opened the breaker. Null once the fund has let a call in.
  yield* sql`ALTER TABLE fund_gates ADD COLUMN found text`
})
