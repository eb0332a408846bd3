import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { registrationKey } from "../platform/ids/derivedId.ts"
import { hasRow } from "../platform/database/rows.ts"

/** A webhook that waits; an address of the partner's choosing, without its path, which may hold a token. */
export interface WaitingWebhook {
  readonly id: string
  readonly event: string
  readonly entityId: string
  readonly productId: string
  readonly url: string
  readonly attempts: number
  readonly recordedAt: Date
}

/** An e-mail that waits, without its receiver's address. */
export interface WaitingEmail {
  readonly kind: string
  readonly productId: string
  readonly at: Date
}

/** What was unfinished at a moment. */
interface KnownAt {
  readonly sessions: number
  readonly intents: number
  readonly employers: number
  readonly newest: Date | null
}

/** A session that was open at a moment. */
export interface OpenSession {
  readonly id: string
  readonly productId: string
  readonly state: string
  /** The fund that its registration is for; null before the confirmation. */
  readonly fund: string | null
  /** The Idempotency-Key of the registration, also of one that isn't requested here. */
  readonly key: string
  /** Whether the fund recognises a repeat by its key. */
  readonly idempotency: string | null
}

/** The statements on waiting outgoing work, over all products. Calls to funds are in `FundCallOperations`. */
export const waitingRepo = Effect.map(SqlClient.SqlClient, (sql) => {
  const open = sql.literal(`webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
    WHERE d.state = 'pending' AND e.enabled AND e.paused_at IS NULL`)
  const unsent = sql.literal(`webhook_notices n JOIN webhook_endpoints e ON e.id = n.endpoint_id
    JOIN products p ON p.id = e.product_id
    WHERE n.reported_at IS NULL AND p.technical_contact_email IS NOT NULL`)

  const openAt = (moment: Date) =>
    sql`s.inserted_at < ${moment} AND (s.ended_at IS NULL OR s.ended_at >= ${moment})`

  return {
    counts: Effect.map(
      sql<{ webhooks: number; calls: number; emails: number }>`SELECT
        (SELECT count(*)::int FROM ${open}) AS webhooks,
        (SELECT count(*)::int FROM fund_calls WHERE state = 'waiting') AS calls,
        (SELECT count(*)::int FROM ${unsent}) AS emails`,
      ([row]) => row ?? { webhooks: 0, calls: 0, emails: 0 }
    ),

    /** Oldest first: the order in which they are sent, but for the order within an entity. */
    webhooks: (limit: number) => sql<WaitingWebhook>`
      SELECT d.id, d.event, d.entity_id AS "entityId", d.product_id AS "productId", e.url, d.attempts,
        d.inserted_at AS "recordedAt"
      FROM ${open} ORDER BY d.id LIMIT ${limit}`,

    /**
     * The newest event before a moment, and how many sessions and intents were open then and employers had no default fund:
     * all that may have gone on since.
     */
    knownAt: (moment: Date) =>
      Effect.map(
        sql<KnownAt>`SELECT
          (SELECT count(*)::int FROM onboarding_sessions s WHERE ${openAt(moment)}) AS sessions,
          (SELECT count(*)::int FROM onboarding_session_intents
            WHERE inserted_at < ${moment} AND state IN ('draft', 'in_progress')) AS intents,
          (SELECT count(*)::int FROM employers e WHERE inserted_at < ${moment} AND NOT EXISTS (
            SELECT FROM employer_default_funds f WHERE f.employer_id = e.id AND f.confirmed_at < ${moment})) AS employers,
          (SELECT max(inserted_at) FROM events WHERE inserted_at < ${moment}) AS newest`,
        ([row]) => row ?? { sessions: 0, intents: 0, employers: 0, newest: null }
      ),

    /** Sessions that were open at a moment, each with its call to a fund; those that wait for their fund first. */
    openAt: (moment: Date, limit: number) =>
      Effect.map(
        sql<Omit<OpenSession, "key"> & { readonly key: string | null }>`
          SELECT s.id, s.product_id AS "productId", s.state, f.slug AS fund,
            coalesce(k.idempotency_key, k.id) AS key, f.profile ->> 'idempotency' AS idempotency
          FROM onboarding_sessions s LEFT JOIN fund_calls k ON k.session_id = s.id LEFT JOIN funds f ON f.id = k.fund_id
          WHERE ${openAt(moment)} ORDER BY s.confirmed_at NULLS LAST, s.id LIMIT ${limit}`,
        (sessions) =>
          sessions.map((session) => ({ ...session, key: session.key ?? registrationKey(session.id) }))
      ),

    /**
     * Leaves out the next million positions of the event feed. Partners that poll may have read positions that this
     * database hasn't assigned yet: an event at such a position would be behind their cursor, and never be read.
     */
    skipFeedPositions: sql`SELECT max(nextval('events_feed_positions')) FROM generate_series(1, 1000000)`,

    /** Whether erasures were applied again to this database, since it was restored. */
    hasAppliedErasures: (identity: string) =>
      hasRow(
        sql`SELECT FROM audit_log WHERE action = 'restore.erasures' AND detail ->> 'database' = ${identity} LIMIT 1`
      ),

    emails: (limit: number) => sql<WaitingEmail>`
      SELECT n.kind, p.id AS "productId", n.at FROM ${unsent} ORDER BY n.id LIMIT ${limit}`
  }
})
