import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { IS_SUPERSEDED, maxAge } from "../../employer-lists/ListsRepo.ts"
import { isFinal, SESSION_STATES, type SessionState } from "../../onboarding-sessions/sessionStates.ts"
import { endpointStatus } from "../../webhooks/endpoints/EndpointViewsRepo.ts"

/** How many waiting things of each kind are listed. */
export const LISTED = 100

export interface WaitingDelivery {
  readonly id: string
  readonly event: string
  readonly product_id: string
  readonly product: string
  readonly attempts: number
  readonly recorded_at: Date
  readonly last_attempt_at: Date | null
  /** Null while its endpoint isn't sent anything. */
  readonly next_attempt_at: Date | null
  readonly status: S.WebhookEndpointStatus
  /** Whether an earlier webhook of the same entity has to be delivered first. */
  readonly is_behind: boolean
}

export interface RestingEndpoint {
  readonly id: string
  readonly product_id: string
  readonly product: string
  readonly status: "backing_off" | "paused"
  readonly paused_because: "gone" | "failing" | "operator" | "unusable" | null
  readonly since: Date
  readonly next_probe_at: Date | null
  readonly waiting: number
}

export interface UnsentNotice {
  readonly product: string
  readonly endpoint_id: string
  readonly kind: string
  readonly at: Date
}

export interface WaitingSession {
  readonly id: string
  readonly product_id: string
  readonly employer_id: string
  readonly employer: string
  readonly details: Uint8Array | null
  readonly state: SessionState
  readonly inserted_at: Date
  readonly last_activity_at: Date | null
  readonly confirmed_at: Date | null
  readonly expires_at: Date
  /** The fund whose member number is outstanding. */
  readonly fund: string | null
  readonly lacks_form: boolean
}

export interface WaitingIntent {
  readonly id: string
  readonly product_id: string
  readonly employer_id: string
  readonly employer: string
  readonly details: Uint8Array
  readonly state: "draft" | "in_progress" | "complete"
  readonly since: Date
  readonly expires_at: Date
}

export interface WaitingList {
  readonly id: string
  readonly slug: string
  readonly fund: string
  readonly file_name: string
  readonly state: "waiting" | "importing" | "held" | "refused" | "stale"
  readonly since: Date
}

/** The SQL statements on waiting work, except calls to funds (`FundCallsRepo`). */
export const waitsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const endpoint = yield* endpointStatus
  const open = SESSION_STATES.filter((state) => !isFinal(state))

  return {
    fundNames: Effect.map(
      sql<{ slug: string; name: string }>`SELECT slug, name FROM funds`,
      (rows) => new Map(rows.map(({ name, slug }) => [slug, name]))
    ),

    deliveries: sql<WaitingDelivery>`
      SELECT d.id, d.event, d.product_id, p.name AS product, d.attempts, d.inserted_at AS recorded_at, d.last_attempt_at,
        ${endpoint.nextAttempt} AS next_attempt_at,
        ${endpoint.status} AS status,
        EXISTS (SELECT FROM webhook_deliveries o WHERE o.entity_id = d.entity_id AND o.state = 'pending'
          AND o.seq < d.seq AND NOT o.replaceable) AS is_behind
      FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id JOIN products p ON p.id = d.product_id
      LEFT JOIN webhook_leases l ON l.endpoint_id = e.id
      WHERE d.due_at IS NOT NULL ORDER BY d.due_at LIMIT ${LISTED}`,

    endpoints: sql<RestingEndpoint>`
      SELECT * FROM (
        SELECT e.id, e.product_id, p.name AS product, ${endpoint.status} AS status, e.paused_because,
          coalesce(e.paused_at, l.failing_since, e.updated_at) AS since, ${endpoint.nextProbe} AS next_probe_at,
          (SELECT count(*)::int FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.due_at IS NOT NULL) AS waiting
        FROM webhook_endpoints e JOIN products p ON p.id = e.product_id
        LEFT JOIN webhook_leases l ON l.endpoint_id = e.id WHERE e.enabled) resting
      WHERE status <> 'active' ORDER BY since LIMIT ${LISTED}`,

    notices: sql<UnsentNotice>`
      SELECT p.name AS product, n.endpoint_id, n.kind, n.at FROM webhook_notices n
      JOIN webhook_endpoints e ON e.id = n.endpoint_id JOIN products p ON p.id = e.product_id
      WHERE n.reported_at IS NULL ORDER BY n.id LIMIT ${LISTED}`,

    sessions: sql<WaitingSession>`
      SELECT s.id, s.product_id, s.employer_id, e.name AS employer, s.details, s.state, s.inserted_at, s.last_activity_at,
        s.confirmed_at, s.expires_at,
        CASE WHEN x.progress_state <> 'completed' THEN coalesce(f.name, 'the chosen fund') END AS fund,
        EXISTS (SELECT FROM choice_forms c WHERE c.session_id = s.id AND c.made_at IS NULL) AS lacks_form
      FROM onboarding_sessions s JOIN employers e ON e.id = s.employer_id
      LEFT JOIN super_selections x ON x.session_id = s.id
      LEFT JOIN fund_products u ON u.id = x.fund_product_id LEFT JOIN funds f ON f.id = u.fund_id
      WHERE ${sql.in("s.state", open)} ORDER BY s.id DESC LIMIT ${LISTED}`,

    intents: sql<WaitingIntent>`
      SELECT i.id, i.product_id, i.employer_id, e.name AS employer, i.details, i.state, i.expires_at,
        CASE WHEN i.state = 'complete' THEN i.completed_at ELSE i.inserted_at END AS since
      FROM onboarding_session_intents i JOIN employers e ON e.id = i.employer_id
      WHERE i.state IN ('draft', 'in_progress') OR (i.state = 'complete' AND i.converted_at IS NULL)
      ORDER BY i.id DESC LIMIT ${LISTED}`,

    /** Files to import or to decide on, and lists in force that are too old. */
    lists: sql<WaitingList>`
      SELECT f.id, u.slug, u.name AS fund, f.file_name, f.state, coalesce(f.finished_at, f.received_at) AS since
      FROM employer_list_files f JOIN funds u ON u.id = f.fund_id
      WHERE f.state IN ('waiting', 'importing')
        OR (f.closed_at IS NULL AND (f.state = 'held' OR f.reason = 'too_early') AND NOT ${sql.literal(IS_SUPERSEDED)})
      UNION ALL
      SELECT f.id, u.slug, u.name, f.file_name, 'stale', l.accepted_at + ${sql.literal(maxAge("u"))}
      FROM employer_lists l JOIN funds u ON u.id = l.fund_id
      JOIN employer_list_generations g ON g.generation = l.generation JOIN employer_list_files f ON f.id = g.file_id
      WHERE l.accepted_at + ${sql.literal(maxAge("u"))} <= business_now(u.simulated)
      ORDER BY since LIMIT ${LISTED}`
  }
})
