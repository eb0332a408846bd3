import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The keys of credentials that sign: what tokens name them by, and the public halves, which are published. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // public_key is a JWK. Members that only a private key has (d of all types, k of shared secrets) never get in.
  yield* sql`ALTER TABLE fund_credentials
    ADD COLUMN key_id text CHECK (key_id ~ '^[A-Za-z0-9._-]{1,64}$'),
    ADD COLUMN public_key jsonb CHECK (NOT public_key ?| ARRAY['d', 'k', 'p', 'q']),
    ADD CHECK (public_key IS NULL OR key_id IS NOT NULL)`
  yield* sql`CREATE INDEX fund_credentials_published ON fund_credentials (key_id) WHERE public_key IS NOT NULL`
})
