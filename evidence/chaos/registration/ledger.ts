import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { passTime } from "@embedded-super/service/testing/stand-ins"

/** A registration as the service's ledger has it at the end. */
export interface LedgerRow {
  readonly session: string
  readonly state: "waiting" | "done" | "stopped" | "superseded"
  readonly because: string | null
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
    SELECT r.session_id AS session, r.state, r.because, r.attempts, r.uncertain,
      s.state AS session_state,
      coalesce((SELECT jsonb_object_agg(o.outcome, o.count) FROM (
        SELECT coalesce(a.outcome, 'lost') AS outcome, count(*)::int AS count
        FROM fund_call_attempts a WHERE a.call_id = r.id GROUP BY 1) o), '{}'::jsonb) AS outcomes
    FROM fund_calls r JOIN onboarding_sessions s ON s.id = r.session_id
    WHERE r.fund_id = ${fundId}`
})

/** Registrations that continue without an operator: not those of a fund without usable credentials. */
const GOES_ON = `r.state = 'waiting'
  AND EXISTS (SELECT FROM fund_credentials c WHERE c.fund_id = r.fund_id AND c.refused_at IS NULL)`

const isBusy = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT FROM fund_calls
    WHERE state = 'waiting' AND owner IS NOT NULL AND expires_at > platform_now() LIMIT 1`
  return rows.length > 0
})

const left = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ left: number }>`
    SELECT count(*)::int AS left FROM fund_calls r WHERE ${sql.literal(GOES_ON)}`
  return row?.left ?? 0
})

/** Seconds until something can be done, if there is anything; 0 or less where something can be done now. */
const next = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ next: number | null }>`
    SELECT extract(epoch FROM min(greatest(due, held)) - business_now(true))::float8 AS next FROM (
      SELECT min(r.due_at) AS due, (SELECT g.held_until FROM fund_gates g WHERE g.fund_id = r.fund_id) AS held
      FROM fund_calls r WHERE ${sql.literal(GOES_ON)} GROUP BY r.fund_id) f`
  return row?.next ?? null
})

/** Seconds until the hold of a fund with due registrations ends; null if none is held. */
const heldFor = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ seconds: number | null }>`
    SELECT extract(epoch FROM max(g.held_until) - business_now(true))::float8 AS seconds FROM fund_gates g
    WHERE g.held_until > business_now(true) AND EXISTS (
      SELECT FROM fund_calls r
      WHERE r.fund_id = g.fund_id AND r.due_at <= business_now(true) AND ${sql.literal(GOES_ON)})`
  return row?.seconds ?? null
})

/** Less than this isn't worth moving the clock. Seconds. */
const WORTH = 0.3

/**
 * While calls are in flight, the clock moves at most this far and this often, so that their leases of 12 s are renewed
 * in between.
 */
const STEP = { seconds: 3, every: 2000 }

/**
 * Waits until no registration continues without an operator. When nothing is in flight and nothing is due, it moves the
 * database's clock to the next due time; in small steps while one fund is held and others are called. Returns the
 * seconds moved in all.
 */
export const untilSettled = Effect.fnUntraced(function* (
  run: <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) => Effect.Effect<A, E>,
  say: (left: number) => Effect.Effect<void>
) {
  let printedAt = Date.now()
  let passed = 0
  let moved = Date.now()
  const move = (seconds: number) => {
    passed += seconds
    moved = Date.now()
    return run(passTime(`${Math.ceil(seconds * 1000)} millis`))
  }
  for (;;) {
    if (Date.now() - printedAt > 20_000) {
      printedAt = Date.now()
      yield* say(yield* run(left))
    }
    if (yield* run(isBusy)) {
      const held = Date.now() - moved < STEP.every ? null : yield* run(heldFor)
      if (held !== null && held > WORTH) yield* move(Math.min(held, STEP.seconds))
    } else {
      const seconds = yield* run(next)
      if (seconds === null) return passed
      // A call that begins in the meantime only loses some seconds of its lease.
      if (seconds > WORTH && !(yield* run(isBusy))) yield* move(seconds)
    }
    yield* Effect.sleep("200 millis")
  }
})
