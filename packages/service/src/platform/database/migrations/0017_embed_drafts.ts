import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Drafts: what was typed into the steps of an embed and isn't saved. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE TABLE embed_drafts (
    -- The onboarding session, intent or employer.
    entity_id uuid PRIMARY KEY,
    product_id uuid NOT NULL REFERENCES products (id),
    -- A sealed document: names, dates, addresses and numbers, by step.
    typed bytea NOT NULL,
    -- When a draft was last changed.
    saved_at timestamptz NOT NULL
  )`
  yield* sql`CREATE INDEX embed_drafts_by_age ON embed_drafts (saved_at)`
})
