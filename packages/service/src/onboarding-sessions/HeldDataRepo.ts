import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The statement that counts the rows which an erasure empties or removes. */
export const heldDataRepo = Effect.map(SqlClient.SqlClient, (sql) => ({
  /** Tables with personal data of a session, each with its number of rows: `tax_file_numbers 1`. */
  of: (id: S.OnboardingSessionId) =>
    Effect.map(
      sql<{ readonly table_name: string; readonly rows: number }>`
        WITH session AS (SELECT id, employer_id, employee_id, intent_id, details FROM onboarding_sessions WHERE id = ${id})
        SELECT table_name, rows FROM (
          SELECT 'choice_forms' AS table_name, count(*)::int AS rows FROM choice_forms
            WHERE session_id = ${id} AND sealed IS NOT NULL
          UNION ALL SELECT 'embed_drafts', count(*)::int FROM embed_drafts
            WHERE entity_id IN (SELECT unnest(ARRAY[id, intent_id]) FROM session)
          UNION ALL SELECT 'embed_sessions', count(*)::int FROM embed_sessions WHERE entity_id = ${id}
          UNION ALL SELECT 'employees', count(*)::int FROM employees e JOIN session s ON s.employee_id = e.id
            WHERE e.details IS NOT NULL
          UNION ALL SELECT 'employer_issues', count(*)::int FROM employer_issues i JOIN session s
            ON s.employer_id = i.employer_id AND s.id = i.session_id WHERE i.note IS NOT NULL
          UNION ALL SELECT 'onboarding_session_intents', count(*)::int FROM onboarding_session_intents i
            JOIN session s ON s.intent_id = i.id WHERE i.anonymised_at IS NULL
          UNION ALL SELECT 'onboarding_sessions', count(*)::int FROM session WHERE details IS NOT NULL
          UNION ALL SELECT 'stapling_requests', count(*)::int FROM stapling_requests WHERE session_id = ${id}
          UNION ALL SELECT 'super_selections', count(*)::int FROM super_selections
            WHERE session_id = ${id} AND num_nonnulls(membership, self_managed, unlisted) > 0
          UNION ALL SELECT 'tax_file_numbers', count(*)::int FROM tax_file_numbers WHERE session_id = ${id}
          UNION ALL SELECT 'verification_codes', count(*)::int FROM verification_codes WHERE session_id = ${id}
        ) held WHERE rows > 0 ORDER BY table_name`,
      (found) => found.map(({ rows, table_name }) => `${table_name} ${rows}`)
    )
}))
