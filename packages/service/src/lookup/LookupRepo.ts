/**
 * Finds rows by an id or a name that somebody mentions, over all products.
 *
 * What is sealed can't be searched: names, e-mail addresses, phone numbers and member numbers of people have each
 * their own key. So an employee is found by the partner's id (`remote_id`) or ours.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export interface Found {
  readonly kind: string
  readonly id: string
  readonly product_id: string | null
  readonly state: string | null
}

/** An entry of the audit log that a request made. */
interface RequestedAct {
  readonly occurred_at: Date
  readonly action: string
  readonly actor_kind: string
  readonly actor_id: string | null
  readonly product_id: string | null
  readonly entity_kind: string | null
  readonly entity_id: string | null
}

/** An attempt at a call to a fund, whose id is the X-Request-Id that the fund got. */
interface RequestedAttempt {
  readonly call_id: string
  readonly fund: string
  readonly operation: string
  readonly number: number
  readonly started_at: Date
  readonly outcome: string | null
  readonly status: number | null
}

const MOST = 100

export const lookupRepo = Effect.map(SqlClient.SqlClient, (sql) => ({
  byId: (id: string) => sql<Found>`
    SELECT 'partner' AS kind, id, NULL::uuid AS product_id, slug AS state FROM partners WHERE id = ${id}
    UNION ALL SELECT 'product', id, id, slug FROM products WHERE id = ${id}
    UNION ALL SELECT 'api_key', id, product_id, CASE WHEN deactivated_at IS NULL THEN 'works' ELSE 'deactivated' END
      FROM api_keys WHERE id = ${id}
    UNION ALL SELECT 'employer', id, product_id, NULL FROM employers WHERE id = ${id}
    UNION ALL SELECT 'employee', id, product_id, NULL FROM employees WHERE id = ${id}
    UNION ALL SELECT 'onboarding_session_intent', id, product_id, state FROM onboarding_session_intents WHERE id = ${id}
    UNION ALL SELECT 'onboarding_session', id, product_id, state FROM onboarding_sessions WHERE id = ${id}
    UNION ALL SELECT 'employer_issue', id, product_id, status FROM employer_issues WHERE id = ${id}
    UNION ALL SELECT 'event', id, product_id, event FROM events WHERE id = ${id}
    UNION ALL SELECT 'fund', id, NULL, slug FROM funds WHERE id = ${id}
    UNION ALL SELECT 'fund_product', id, NULL, usi FROM fund_products WHERE id = ${id}
    UNION ALL SELECT 'fund_call', id, product_id, state FROM fund_calls WHERE id = ${id}
    UNION ALL SELECT 'employer_list_file', id, NULL, state FROM employer_list_files WHERE id = ${id}`,

  /** By what the partner calls it. */
  byRemoteId: (text: string) => sql<Found>`
    SELECT * FROM (
      SELECT 'employer' AS kind, id, product_id, NULL AS state FROM employers WHERE remote_id = ${text}
      UNION ALL SELECT 'employee', id, product_id, NULL FROM employees WHERE remote_id = ${text}
      UNION ALL SELECT 'onboarding_session_intent', id, product_id, state
        FROM onboarding_session_intents WHERE remote_id = ${text}
      UNION ALL SELECT 'onboarding_session', id, product_id, state FROM onboarding_sessions WHERE remote_id = ${text}
    ) f ORDER BY id DESC LIMIT ${MOST}`,

  /** An employer by its ABN, or by a part of its name. */
  employers: (text: string) => sql<Found>`
    SELECT 'employer' AS kind, id, product_id, NULL AS state FROM employers
    WHERE abn = ${text.replaceAll(" ", "")} OR position(lower(${text}) IN lower(name)) > 0
    ORDER BY id DESC LIMIT ${MOST}`,

  /** Partners, products and funds by a slug, a part of a name, or a fund product's USI. */
  organisations: (text: string) => sql<Found>`
    SELECT 'partner' AS kind, id, NULL::uuid AS product_id, slug AS state FROM partners
      WHERE slug = ${text} OR position(lower(${text}) IN lower(name)) > 0
    UNION ALL SELECT 'product', id, id, slug FROM products
      WHERE slug = ${text} OR position(lower(${text}) IN lower(name)) > 0
    UNION ALL SELECT 'fund', id, NULL, slug FROM funds
      WHERE slug = ${text} OR position(lower(${text}) IN lower(name)) > 0
    UNION ALL SELECT 'fund_product', id, NULL, usi FROM fund_products WHERE usi = ${text}
    ORDER BY kind, id LIMIT ${MOST}`,

  byKeyHint: (shortId: string) => sql<Found>`
    SELECT 'api_key' AS kind, id, product_id, CASE WHEN deactivated_at IS NULL THEN 'works' ELSE 'deactivated' END AS state
    FROM api_keys WHERE short_id = ${shortId}`,

  /** The log is ordered by time, and has no index by request. */
  actsOfRequest: (requestId: string, since: Date) => sql<RequestedAct>`
    SELECT occurred_at, action, actor_kind, actor_id, product_id, entity_kind, entity_id FROM audit_log
    WHERE occurred_at >= ${since} AND (request_id = ${requestId} OR detail ->> 'ato_request_id' = ${requestId}::text)
    ORDER BY occurred_at, id LIMIT ${MOST}`,

  attemptOfRequest: (requestId: string) => sql<RequestedAttempt>`
    SELECT a.call_id, f.slug AS fund, k.operation, a.number, a.started_at, a.outcome, a.status
    FROM fund_call_attempts a JOIN fund_calls k ON k.id = a.call_id JOIN funds f ON f.id = k.fund_id
    WHERE a.id = ${requestId}`
}))
