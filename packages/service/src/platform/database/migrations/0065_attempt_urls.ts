import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Each attempt keeps the address that it went to: an endpoint may be moved, what was sent may not. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE webhook_attempts ADD COLUMN url text`
  // Of attempts made before this, the present address is the best that is known.
  yield* sql`UPDATE webhook_attempts a SET url = e.url
    FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id WHERE d.id = a.delivery_id`
  yield* sql`ALTER TABLE webhook_attempts ALTER COLUMN url SET NOT NULL`
})
