import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** More would be no help to the person who typed the text. */
const MOST = 500

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, "\\$&")

/**
 * The things that a text names in a partner's terms: the ids of employers, employees, sessions and intents with this
 * `remote_id` (in capital or small letters), of employers and funds that have the text in their name, and of the sessions,
 * intents and issues that belong to them. The newest first, at most 500; a fund has its slug.
 */
export const namedThingsRepo = Effect.map(SqlClient.SqlClient, (sql) => (text: string) => {
  const word = text.trim().toLowerCase()
  const part = `%${escaped(word)}%`
  return Effect.map(
    sql<{ readonly id: string }>`
      WITH e AS (SELECT id FROM employers WHERE lower(remote_id) = ${word} OR lower(name) LIKE ${part}),
      p AS (SELECT id FROM employees WHERE lower(remote_id) = ${word}),
      s AS (SELECT id, employee_id FROM onboarding_sessions WHERE lower(remote_id) = ${word}
        OR employee_id IN (SELECT id FROM p) OR employer_id IN (SELECT id FROM e)),
      found AS (
        SELECT id::text FROM e UNION SELECT id::text FROM p UNION SELECT id::text FROM s
        UNION SELECT employee_id::text FROM s
        UNION SELECT id::text FROM onboarding_session_intents
          WHERE lower(remote_id) = ${word} OR employer_id IN (SELECT id FROM e)
        UNION SELECT id::text FROM employer_issues
          WHERE employer_id IN (SELECT id FROM e) OR employee_id IN (SELECT id FROM p)
        UNION SELECT slug FROM funds WHERE lower(name) LIKE ${part}
      ) SELECT id FROM found ORDER BY id DESC LIMIT ${MOST}`,
    (rows) => rows.map(({ id }) => id)
  )
})
