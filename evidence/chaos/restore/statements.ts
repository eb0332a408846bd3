/** What the row reads from its database. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { StoredEvent } from "./judgeRestore.ts"

export const events = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql<StoredEvent>`SELECT id, subject, entity_id AS entity, event, seq FROM events ORDER BY entity_id, seq`
)

/** Confirmed sessions of which everything is known but the fund's number. */
export const waitForFund = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`SELECT FROM onboarding_sessions s JOIN choice_forms c ON c.session_id = s.id
    WHERE s.state = 'pending_completion' AND c.made_at IS NOT NULL`
})

/** Whether a webhook waits that no later one replaces: an employer of this row is set up once. */
export const waitsForReceiver = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const waiting = yield* sql`SELECT FROM webhook_deliveries
    WHERE state = 'pending' AND attempts > 0 AND event = 'employer_settings_changed'`
  return waiting.length > 0
})

/** The database just after the restore. */
export const restoredState = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const employers = yield* sql<{ id: string }>`SELECT id FROM employers e
    WHERE NOT EXISTS (SELECT FROM employer_default_funds f WHERE f.employer_id = e.id)`
  const delivered = yield* sql<{ id: string }>`SELECT id FROM webhook_deliveries WHERE state = 'delivered'`
  return {
    sessions: yield* sql<{ id: string; state: string; remoteId: string }>`
      SELECT id, state, remote_id AS "remoteId" FROM onboarding_sessions`,
    employers: employers.map(({ id }) => id),
    events: yield* events,
    delivered: new Set(delivered.map(({ id }) => id))
  }
})

export const hasForm = (id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return (yield* sql`SELECT FROM choice_forms WHERE session_id = ${id} AND made_at IS NOT NULL`).length > 0
  })

export const completed = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return (yield* sql`SELECT FROM onboarding_sessions s JOIN super_selections x ON x.session_id = s.id
      WHERE s.id = ANY(${ids}::uuid[]) AND s.state = 'completed' AND x.outcome = 'complete'`).length
  })
