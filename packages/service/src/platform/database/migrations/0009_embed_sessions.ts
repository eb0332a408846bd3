import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Opened embeds: the sessions behind the embed API's bearer tokens. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // One row for each used embed URL: the nonce allows a single opening. The URL itself isn't kept, and only the SHA-256
  // of the token is.
  yield* sql`CREATE TABLE embed_sessions (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL REFERENCES products (id),
    app text NOT NULL CHECK (app IN ('super_settings', 'onboarding', 'intent')),
    -- Of an embed that starts an intent: the id that the intent gets with its first save.
    entity_id uuid NOT NULL,
    -- In an embed that starts an intent: its employer, and the remote_id if the partner gave one.
    starting_employer_id uuid,
    starting_remote_id text CHECK (length(starting_remote_id) BETWEEN 1 AND 255),
    user_session_id text CHECK (length(user_session_id) <= 255),
    nonce text NOT NULL UNIQUE CHECK (length(nonce) BETWEEN 16 AND 64),
    token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
    -- The frame that opened the URL; only it may open the URL again. Null: no frame may.
    opener_hash bytea CHECK (octet_length(opener_hash) = 32),
    opened_at timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    CHECK (expires_at > opened_at),
    CHECK (starting_employer_id IS NULL OR app = 'intent'),
    CHECK (starting_remote_id IS NULL OR starting_employer_id IS NOT NULL),
    FOREIGN KEY (starting_employer_id, product_id) REFERENCES employers (id, product_id)
  )`
  yield* sql`CREATE INDEX embed_sessions_of_entity ON embed_sessions (entity_id, id DESC)`
  yield* sql`CREATE INDEX embed_sessions_by_expiry ON embed_sessions (expires_at)`
})
