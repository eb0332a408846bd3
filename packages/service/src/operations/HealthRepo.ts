import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { IS_SUPERSEDED, KEPT_FOR, maxAge } from "../employer-lists/ListsRepo.ts"
import { HAS_CREDENTIALS } from "../funds/FundCredentialsRepo.ts"
import { CALL_LEASE, CONFIRMED_AT, UNPREPARED, WITHOUT_NUMBER } from "../funds/calls/FundCallsRepo.ts"
import { IS_CALLABLE } from "../funds/client/gate/FundGatesRepo.ts"
import { sealsRepo, SOON } from "../platform/audit/SealsRepo.ts"
import { endpointStatus } from "../webhooks/endpoints/EndpointViewsRepo.ts"

/** Waiting work of a kind, and for how many seconds the oldest is due that could be done now; null if there is none. */
export interface Work {
  readonly kind: string
  readonly waiting: number
  readonly oldest: number | null
}

/** Calls to a fund that wait or have stopped. */
export interface Calls {
  readonly fund: string
  readonly simulated: boolean
  readonly operation: string
  readonly state: "waiting" | "stopped"
  /** The outcome of the last attempt, or `none`. */
  readonly because: string
  readonly calls: number
  /** As in `Work`. */
  readonly oldest: number | null
}

/** Webhook addresses in a status. */
export interface Addresses {
  /** Whether their products are sandboxed. */
  readonly simulated: boolean
  readonly status: "active" | "backing_off" | "paused" | "off"
  /** Why they are paused; empty in any other status. */
  readonly because: string
  readonly addresses: number
  /** The longest time in seconds for which one of them has accepted no webhook; null if none fails. */
  readonly outage: number | null
}

/** The gate of a fund. */
export interface FundState {
  readonly fund: string
  readonly simulated: boolean
  readonly state: string
  readonly openings: number
}

/** The employer lists of a fund. Ages are in seconds; null without a list in force. */
export interface Lists {
  readonly fund: string
  readonly simulated: boolean
  readonly age: number | null
  readonly maxAge: number
  readonly staleFrom: Date | null
  readonly toDecide: number
}

/** Members of a fund without a number who confirmed on the same day. Days are dates in Sydney. */
export interface Members {
  readonly fund: string
  readonly simulated: boolean
  readonly since: string
  readonly today: string
  readonly members: number
}

/** A timer, such as clean-up. The queue of jobs keeps its runs for two days. */
export interface Timer {
  /** The name of its queue. */
  readonly queue: string
  readonly lastEndedAt: Date | null
  /** For how many seconds its next run has been due; null if it isn't due, or is under way. */
  readonly late: number | null
  readonly isFailing: boolean
}

/** Waiting webhooks that are counted: more is no other news. */
const MOST_COUNTED = 100_000

/** A claimed job is due again after this time without a renewal (`ClaimsRepo`). */
const JOB_LEASE = "interval '12 seconds'"

const seconds = (interval: string) => `extract(epoch FROM ${interval})`

/**
 * The statements on the health of all work over one database, for metrics and for `admin status`. Each reads only what
 * waits, by a partial index, and never a table that grows with the years. No id, no name and nothing of a person is in a result.
 */
export const healthRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const endpoint = yield* endpointStatus
  const seals = yield* sealsRepo
  const literal = sql.literal

  return {
    /** An address is skipped that may not be called now; a webhook behind an earlier one of its entity isn't due. */
    webhooks: sql<Work>`
      SELECT 'webhooks' AS kind,
        (SELECT count(*)::int FROM (
          SELECT FROM webhook_deliveries WHERE due_at IS NOT NULL LIMIT ${MOST_COUNTED}) w) AS waiting,
        (SELECT max(${literal(seconds("platform_now() - greatest(first.due_at, l.hold_until, l.probe_at)"))})::float8
          FROM webhook_endpoints e LEFT JOIN webhook_leases l ON l.endpoint_id = e.id
          CROSS JOIN LATERAL (
            SELECT d.due_at FROM webhook_deliveries_in_turn d
            WHERE d.endpoint_id = e.id AND d.due_at <= platform_now() ORDER BY d.due_at LIMIT 1) first
          WHERE e.enabled AND e.paused_at IS NULL
            AND (l.hold_until IS NULL OR l.hold_until <= platform_now())
            AND (l.probe_at IS NULL OR l.probe_at <= platform_now())) AS oldest`,

    /** Two halves, because a condition on both states fits none of the two partial indexes. */
    calls: sql<Calls>`
      WITH f AS MATERIALIZED (
        SELECT f.id, f.slug, f.simulated, business_now(f.simulated) AS now, ${literal(IS_CALLABLE)} AS callable,
          coalesce(f.profile #>> '{operations,employer_details,delivery}' = 'api', false) AS takes_details
        FROM funds f
      ), k AS (
        SELECT * FROM fund_calls WHERE state = 'waiting' UNION ALL SELECT * FROM fund_calls WHERE state = 'stopped'
      )
      SELECT f.slug AS fund, f.simulated, k.operation, k.state, coalesce(k.because, 'none') AS because,
        count(*)::int AS calls,
        (max(${literal(seconds("f.now - k.due_at"))}) FILTER (
          WHERE k.state = 'waiting' AND k.due_at <= f.now AND f.callable AND k.because IS DISTINCT FROM ${UNPREPARED}
            AND (k.operation <> 'employer_details' OR f.takes_details)
            AND ${literal(CALL_LEASE.isFree("k"))}
            AND EXISTS (SELECT FROM fund_links l
              WHERE l.product_id = k.product_id AND l.fund_id = k.fund_id AND l.enabled)))::float8 AS oldest
      FROM k JOIN f ON f.id = k.fund_id
      GROUP BY f.slug, f.simulated, k.operation, k.state, k.because`,

    /** Choice forms, notices for contacts, and employer lists. A form is no longer due once its session has ended without it. */
    others: sql<Work>`
      SELECT 'choice_forms' AS kind, count(*)::int AS waiting,
        (max(${literal(seconds("business_now(p.sandboxed) - c.requested_at"))})
          FILTER (WHERE s.ended_at IS NULL))::float8 AS oldest
      FROM choice_forms c JOIN products p ON p.id = c.product_id JOIN onboarding_sessions s ON s.id = c.session_id
      WHERE c.made_at IS NULL
      UNION ALL
      SELECT 'notices', count(*)::int, max(${literal(seconds("platform_now() - at"))})::float8
      FROM webhook_notices WHERE reported_at IS NULL
      UNION ALL
      SELECT 'list_imports', count(*)::int,
        (max(${literal(seconds("business_now(u.simulated) - f.received_at"))})
          FILTER (WHERE f.state = 'waiting' OR f.expires_at <= platform_now()))::float8
      FROM employer_list_files f JOIN funds u ON u.id = f.fund_id WHERE f.state IN ('waiting', 'importing')`,

    /** Entries of the audit log without a seal. They wait for ever if the chain is broken. */
    seals: Effect.map(seals.waiting(SOON, MOST_COUNTED), (rows) =>
      rows.map((row): Work => ({ kind: "audit_seals", ...row }))
    ),

    /** The last runs by the index of migration 0036. Also timers of a version or a process that is gone, whose next run nobody takes any more. */
    timers: sql<Timer>`
      SELECT t.queue_name AS queue, e.ended_at AS "lastEndedAt", t.late, t.failing AS "isFailing"
      FROM (
        SELECT queue_name, bool_or(attempts > 0 AND last_failure IS NOT NULL) AS failing,
          (max(${literal(seconds("now() - visible_at"))}) FILTER (WHERE visible_at <= now()
            AND (acquired_at IS NULL OR acquired_at < now() - ${literal(JOB_LEASE)})))::float8 AS late
        FROM effect_queue WHERE state = 'pending' AND queue_name LIKE 'cron:%' GROUP BY queue_name) t
      LEFT JOIN LATERAL (
        SELECT q.updated_at::timestamptz AS ended_at FROM effect_queue q
        WHERE q.queue_name = t.queue_name AND q.queue_name LIKE 'cron:%' AND q.state = 'completed'
        ORDER BY q.visible_at DESC LIMIT 1) e ON true
      ORDER BY t.queue_name`,

    addresses: sql<Addresses>`
      SELECT a.simulated, a.status, a.because, count(*)::int AS addresses, max(a.outage)::float8 AS outage
      FROM (
        SELECT p.sandboxed AS simulated, ${endpoint.status} AS status,
          CASE WHEN e.enabled THEN coalesce(e.paused_because, '') ELSE '' END AS because,
          ${literal(seconds("platform_now() - l.failing_since"))} AS outage
        FROM webhook_endpoints e JOIN products p ON p.id = e.product_id
        LEFT JOIN webhook_leases l ON l.endpoint_id = e.id
      ) a GROUP BY a.simulated, a.status, a.because`,

    funds: sql<FundState>`
      SELECT f.slug AS fund, f.simulated, coalesce(g.openings, 0) AS openings,
        CASE WHEN NOT ${literal(HAS_CREDENTIALS)} THEN 'no_credentials'
          WHEN g.held_until > business_now(f.simulated) THEN coalesce(g.because, 'held')
          WHEN g.openings > 0 THEN 'half_open' ELSE 'open' END AS state
      FROM funds f LEFT JOIN fund_gates g ON g.fund_id = f.id`,

    lists: sql<Lists>`
      SELECT * FROM (
        SELECT u.slug AS fund, u.simulated,
          ${literal(seconds("business_now(u.simulated) - l.accepted_at"))}::float8 AS age,
          ${literal(seconds(maxAge("u")))}::float8 AS "maxAge",
          l.accepted_at + ${literal(maxAge("u"))} AS "staleFrom",
          (SELECT count(*)::int FROM employer_list_files f
            WHERE f.fund_id = u.id AND f.closed_at IS NULL AND NOT f.dry_run AND (f.state = 'held' OR f.reason = 'too_early')
              AND f.received_at > business_now(u.simulated) - ${KEPT_FOR}::interval
              AND NOT ${literal(IS_SUPERSEDED)}) AS "toDecide"
        FROM funds u LEFT JOIN employer_lists l ON l.fund_id = u.id
      ) found WHERE age IS NOT NULL OR "toDecide" > 0`,

    /** Grouped before the funds are joined: with them, PostgreSQL expects far fewer rows and looks up each session by itself. */
    members: sql<Members>`
      SELECT f.slug AS fund, f.simulated, to_char(c.since, 'YYYY-MM-DD') AS since,
        to_char(business_now(f.simulated) AT TIME ZONE 'Australia/Sydney', 'YYYY-MM-DD') AS today, c.members
      FROM (
        SELECT k.fund_id, (${literal(CONFIRMED_AT)} AT TIME ZONE 'Australia/Sydney')::date AS since, count(*)::int AS members
        FROM ${literal(WITHOUT_NUMBER)} GROUP BY 1, 2) c JOIN funds f ON f.id = c.fund_id`,

    /** The connections of all processes with this role; of other roles' PostgreSQL tells the state only to monitors. */
    connections: sql<{ state: string; connections: number }>`
      SELECT coalesce(state, 'other') AS state, count(*)::int AS connections FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend' GROUP BY 1`
  }
})
