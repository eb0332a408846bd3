import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** A product's origins, help and colour, which its embeds show, and the language of an opened embed. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE products
    ADD COLUMN target_origins text[] NOT NULL DEFAULT '{}'
      CHECK (cardinality(target_origins) <= 10 AND array_position(target_origins, NULL) IS NULL),
    ADD COLUMN help_url text CHECK (help_url ~ '^https?://' AND length(help_url) <= 2048),
    ADD COLUMN help_email text CHECK (length(help_email) <= 254),
    ADD COLUMN accent text CHECK (accent ~ '^#[0-9a-f]{6}$')`
  // What isn't an exact origin (a wildcard, a quote) never matched a page, and isn't kept.
  yield* sql`UPDATE products SET target_origins = ARRAY[lower(target_origin)]
    WHERE lower(target_origin) ~ '^https?://[a-z0-9.-]+(:[0-9]{1,5})?$'`
  yield* sql`ALTER TABLE products DROP COLUMN target_origin`

  yield* sql`ALTER TABLE embed_sessions ADD COLUMN language text CHECK (length(language) BETWEEN 2 AND 35)`
})
