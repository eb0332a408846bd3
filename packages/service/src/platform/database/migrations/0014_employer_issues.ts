import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Employer issues: problems that a partner must act on. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Titles and recommended actions aren't stored: they follow from the kind.
  yield* sql`CREATE TABLE employer_issues (
    id uuid PRIMARY KEY,
    product_id uuid NOT NULL,
    employer_id uuid NOT NULL,
    employee_id uuid,
    session_id uuid,
    kind text NOT NULL CHECK (kind ~ '^[a-z][a-z0-9_]{0,63}$'),
    status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'resolved', 'expired')),
    opened_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    resolved_at timestamptz,
    resolved_by text CHECK (resolved_by IN ('system', 'partner')),
    -- The partner's text, sealed.
    note bytea,
    -- The ETag; it also orders the issue's webhooks.
    version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
    updated_at timestamptz NOT NULL,
    recorded_at timestamptz NOT NULL DEFAULT platform_now(),
    CHECK ((status = 'resolved') = (resolved_at IS NOT NULL)),
    CHECK ((status = 'resolved') = (resolved_by IS NOT NULL)),
    CHECK (note IS NULL OR resolved_by = 'partner'),
    FOREIGN KEY (employer_id, product_id) REFERENCES employers (id, product_id),
    FOREIGN KEY (employee_id, product_id) REFERENCES employees (id, product_id),
    FOREIGN KEY (session_id, product_id) REFERENCES onboarding_sessions (id, product_id)
  ) WITH (fillfactor = 80)`
  // One problem has one open issue. Ended issues don't count: a recurrence is a new issue.
  yield* sql`CREATE UNIQUE INDEX employer_issues_one_open ON employer_issues (employer_id, kind, employee_id)
    NULLS NOT DISTINCT WHERE status = 'open'`
  yield* sql`CREATE INDEX employer_issues_newest ON employer_issues (product_id, id DESC)`
  yield* sql`CREATE INDEX employer_issues_newest_open ON employer_issues (product_id, id DESC) WHERE status = 'open'`
  yield* sql`CREATE INDEX employer_issues_of_employer ON employer_issues (employer_id, id DESC)`
  yield* sql`CREATE INDEX employer_issues_by_expiry ON employer_issues (expires_at, id) WHERE status = 'open'`
})
