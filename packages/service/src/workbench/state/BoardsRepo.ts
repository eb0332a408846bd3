import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { endpointStatus } from "../../webhooks/endpoints/EndpointViewsRepo.ts"

/** One thing of a board, and how many of the counted things are in its state. */
export interface BoardRow {
  readonly state: string
  readonly count: number
  readonly id: string
  readonly since: Date
  /** The organisation that it belongs to: an employer, a fund or a product. */
  readonly organisation: string
  /** The thing's operation, event or kind; of a list its file name, to be shown by `shownFileName`. */
  readonly name: string | null
  readonly product_id: string | null
  /** The partner's own id of it. */
  readonly remote_id: S.RemoteIdOrNull
  /** The employer of a call to a fund, and the session whose `details` it has; null of any other thing. */
  readonly employer: string | null
  readonly session_id: string | null
  /** A sealed document with the name of the person that it is about. */
  readonly details: Uint8Array | null
}

/** Cards that a column shows. */
const SHOWN = 50

/** The mark of a session that ended without the member number which it asked for. */
export const WITHOUT_NUMBER = "completed without a number"

/** Things of a board that are counted, the newest: to count all of a large table would take seconds. */
const COUNTED = 10_000

/** The tables of a board (the thing is `t`), the expression of its state, and the columns of a card. */
interface Source {
  readonly from: string
  readonly state: Statement.Fragment
  readonly columns: string
  /** For calls to funds: the columns of the call's owner. */
  readonly whose?: string
}

/**
 * The SQL statements of the boards: each reads the counts and the newest cards of all states in one statement, of the
 * newest things only. They are found by the primary key, backwards: ids sort by the time at which things were made.
 */
export const boardsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const endpoint = yield* endpointStatus

  const of = ({ columns, from, state, whose = "NULL AS employer, NULL::uuid AS session_id" }: Source) => {
    const source = sql.literal(from)
    const shown = sql.literal(`${columns}, ${whose}`)
    return {
      all: sql<BoardRow>`WITH newest AS (
          SELECT t.id, ${state} AS state FROM ${source} ORDER BY t.id DESC LIMIT ${COUNTED}
        ), placed AS (
          SELECT id, state, count(*) OVER (PARTITION BY state)::int AS count,
            row_number() OVER (PARTITION BY state ORDER BY id DESC) AS place
          FROM newest
        )
        SELECT c.state, c.count, x.* FROM placed c
        CROSS JOIN LATERAL (SELECT t.id, ${shown} FROM ${source} WHERE t.id = c.id) x
        WHERE c.place <= ${SHOWN} ORDER BY x.id DESC`,
      one: (id: string) =>
        sql<BoardRow>`SELECT ${state} AS state, 1 AS count, t.id, ${shown} FROM ${source} WHERE t.id = ${id}`
    }
  }

  return {
    /** The state is the employer's settings, as `boards.ts` reads them. */
    employers: of({
      from: `employers t LEFT JOIN employer_default_funds d ON d.employer_id = t.id AND d.ended_at IS NULL`,
      state: sql.literal(`concat_ws(' ', d.id IS NOT NULL AND d.closed_at IS NULL, t.stapling_status,
        t.accepted_stapling_statement)`),
      columns: `t.updated_at AS since, t.name AS organisation, NULL AS name, t.product_id, NULL::bytea AS details,
        t.remote_id`
    }),

    sessions: of({
      from: "onboarding_sessions t JOIN employers e ON e.id = t.employer_id",
      // As `lacksNumber` has it.
      state: sql.literal(`CASE WHEN t.state = 'completed' AND EXISTS (SELECT FROM super_selections c
          WHERE c.session_id = t.id AND c.outcome = 'complete_without_member_number'
            AND (c.consent_version IS NOT NULL OR t.abandoned_at IS NOT NULL))
        THEN '${WITHOUT_NUMBER}' ELSE t.state END`),
      columns:
        "t.updated_at AS since, e.name AS organisation, NULL AS name, t.product_id, t.details, t.remote_id"
    }),

    intents: of({
      from: "onboarding_session_intents t JOIN employers e ON e.id = t.employer_id",
      state: sql.literal("CASE WHEN t.converted_at IS NULL THEN t.state ELSE 'complete and converted' END"),
      columns:
        "t.updated_at AS since, e.name AS organisation, NULL AS name, t.product_id, t.details, t.remote_id"
    }),

    issues: of({
      from: "employer_issues t JOIN employers e ON e.id = t.employer_id",
      state: sql.literal("t.status"),
      columns: `coalesce(t.resolved_at, t.opened_at) AS since, e.name AS organisation, t.kind AS name, t.product_id,
        NULL::bytea AS details, NULL AS remote_id`
    }),

    fundCalls: of({
      from: `fund_calls t JOIN funds f ON f.id = t.fund_id LEFT JOIN onboarding_sessions s ON s.id = t.session_id
        LEFT JOIN employer_details d ON d.id = t.details_id
        LEFT JOIN employers e ON e.id = coalesce(s.employer_id, d.employer_id)`,
      state: sql.literal("t.state"),
      columns: `coalesce(t.ended_at, t.requested_at) AS since, f.name AS organisation, t.operation AS name, t.product_id,
        s.details, s.remote_id`,
      whose: "e.name AS employer, s.id AS session_id"
    }),

    endpoints: of({
      from: `webhook_endpoints e JOIN products p ON p.id = e.product_id
        LEFT JOIN webhook_leases l ON l.endpoint_id = e.id CROSS JOIN LATERAL (SELECT e.id) t`,
      state: endpoint.status,
      columns: `coalesce(e.paused_at, l.failing_since, e.updated_at) AS since, p.name AS organisation, NULL AS name,
        e.product_id, NULL::bytea AS details, NULL AS remote_id`
    }),

    deliveries: of({
      from: "webhook_deliveries t JOIN products p ON p.id = t.product_id",
      state: sql.literal("t.state"),
      columns: `coalesce(t.delivered_at, t.last_attempt_at, t.inserted_at) AS since, p.name AS organisation,
        t.event AS name, t.product_id, NULL::bytea AS details, NULL AS remote_id`
    }),

    lists: of({
      from: "employer_list_files t JOIN funds f ON f.id = t.fund_id",
      state: sql.literal("t.state"),
      columns: `coalesce(t.finished_at, t.received_at) AS since, f.name AS organisation, t.file_name AS name,
        NULL::uuid AS product_id, NULL::bytea AS details, NULL AS remote_id`
    })
  }
})

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
