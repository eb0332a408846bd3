import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Who had what sent again; and what became of the e-mails about failing addresses. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // What counts against a product's quota. selection: which deliveries were asked for, as names and ids.
  yield* sql`CREATE TABLE webhook_replays (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL REFERENCES products (id),
    requested_at timestamptz NOT NULL,
    deliveries integer NOT NULL CHECK (deliveries >= 1),
    selection jsonb NOT NULL CHECK (jsonb_typeof(selection) = 'object')
  )`
  yield* sql`CREATE INDEX webhook_replays_of_product ON webhook_replays (product_id, requested_at)`

  // told_at says that whoever tells it is done with it; emailed_at, that there was somebody to tell by e-mail.
  yield* sql`ALTER TABLE webhook_notices ADD COLUMN emailed_at timestamptz`

  // A secret whose time is over is destroyed; that there was one is kept.
  yield* sql`ALTER TABLE webhook_secrets ALTER COLUMN sealed DROP NOT NULL,
    ADD CHECK (sealed IS NOT NULL OR expires_at IS NOT NULL)`
})
