import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { passTime } from "../../../packages/service/test/passTime.ts"

/** A registration as the service's ledger has it in the end. */
export interface LedgerRow {
  readonly session: string
  readonly state: "waiting" | "registered" | "failed"
  readonly parked: boolean
  readonly isDue: boolean
  readonly attempts: number
  readonly uncertain: boolean
  /** Of its attempts, by their outcome. */
  readonly outcomes: Readonly<Record<string, number>>
  /** The session's own state. */
  readonly session_state: string
}

/** Everything that the ledger holds of a fund. */
export const ledgerOf = Effect.fnUntraced(function* (fundId: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<LedgerRow>`
    SELECT r.session_id AS session, r.state, r.parked, r.due_at IS NOT NULL AS "isDue", r.attempts, r.uncertain,
      s.state AS session_state,
      coalesce((SELECT jsonb_object_agg(o.outcome, o.count) FROM (
        SELECT coalesce(a.outcome, 'lost') AS outcome, count(*)::int AS count
        FROM member_registration_attempts a WHERE a.registration_id = r.id GROUP BY 1) o), '{}'::jsonb) AS outcomes
    FROM member_registrations r JOIN onboarding_sessions s ON s.id = r.session_id
    WHERE r.fund_id = ${fundId}`
})

interface Waiting {
  /** Registrations that go on by themselves. */
  readonly left: number
  readonly underWay: number
  /** Registrations that are due, and whose fund isn't held. */
  readonly due: number
  /** Seconds until something can be done, if there is anything. */
  readonly next: number | null
}

const waiting = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<Waiting>`
    WITH w AS (
      SELECT r.owner IS NOT NULL AND r.expires_at > platform_now() AS held,
        greatest(r.due_at, (SELECT g.held_until FROM fund_gates g WHERE g.fund_id = r.fund_id)) AS at
      FROM member_registrations r WHERE r.state = 'waiting' AND r.due_at IS NOT NULL
        AND EXISTS (SELECT FROM fund_credentials c WHERE c.fund_id = r.fund_id AND c.refused_at IS NULL))
    SELECT count(*)::int AS left, count(*) FILTER (WHERE held)::int AS "underWay",
      count(*) FILTER (WHERE NOT held AND at <= platform_now())::int AS due,
      extract(epoch FROM min(at) FILTER (WHERE NOT held) - platform_now())::float8 AS next FROM w`
  return row ?? { left: 0, underWay: 0, due: 0, next: null }
})

/** Less than this isn't worth moving the clock. Seconds. */
const WORTH = 0.3

/**
 * Waits until no registration goes on by itself any more. Whenever nothing is under way and nothing is due, the
 * database's clock is moved to the moment at which something is.
 */
export const untilSettled = Effect.fnUntraced(function* (
  run: <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) => Effect.Effect<A, E>,
  say: (left: number) => Effect.Effect<void>
) {
  let told = 0
  let passed = 0
  for (;;) {
    const { due, left, next, underWay } = yield* run(waiting)
    if (left === 0) return passed
    if (Date.now() - told > 20_000) {
      told = Date.now()
      yield* say(left)
    }
    if (underWay === 0 && due === 0 && next !== null && next > WORTH) {
      passed += next
      yield* run(passTime(`${Math.ceil(next * 1000)} millis`))
    }
    yield* Effect.sleep("100 millis")
  }
})
