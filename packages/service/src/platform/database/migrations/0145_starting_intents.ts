import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Embeds in which an employer starts an onboarding session intent. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The embed's entity_id is the id that the intent gets when something of it is saved for the first time; until then no
  // intent has it. The remote_id is the one that the partner gave, null if it gave none.
  yield* sql`ALTER TABLE embed_sessions
    ADD COLUMN starting_employer_id uuid,
    ADD COLUMN starting_remote_id text CHECK (length(starting_remote_id) BETWEEN 1 AND 255),
    ADD FOREIGN KEY (starting_employer_id, product_id) REFERENCES employers (id, product_id),
    ADD CHECK (starting_employer_id IS NULL OR app = 'intent'),
    ADD CHECK (starting_remote_id IS NULL OR starting_employer_id IS NOT NULL)`
})
