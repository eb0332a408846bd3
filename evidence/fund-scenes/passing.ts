import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { StoredFund } from "@embedded-super/service/funds"
import * as Duration from "effect/Duration"
import { BusinessClock } from "@embedded-super/service/platform"

/**
 * Records the order of two things in the database itself: a call that the gate of a fund lets through, and a wait that
 * the fund has stated, once it is recorded. Their times alone wouldn't do: on a busy machine a second may pass between
 * an answer and its record, and calls that began meanwhile aren't early.
 */
export const watchCalls = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE IF NOT EXISTS watched_calls (
    nth bigserial PRIMARY KEY, fund_id uuid NOT NULL, let_through timestamptz, not_before timestamptz)`
  yield* sql`CREATE OR REPLACE FUNCTION watch_call() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO watched_calls (fund_id, let_through) VALUES (NEW.fund_id, business_now(true));
    RETURN NULL;
  END $$`
  yield* sql`CREATE OR REPLACE FUNCTION watch_answer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO watched_calls (fund_id, not_before)
    SELECT fund_id, NEW.started_at + substring(NEW.words FROM 'Retry-After: ([0-9.]+)')::float8 * interval '1 second'
    FROM fund_calls WHERE id = NEW.call_id;
    RETURN NULL;
  END $$`
  yield* sql`CREATE OR REPLACE TRIGGER watch_calls AFTER INSERT ON fund_passes
    FOR EACH ROW EXECUTE FUNCTION watch_call()`
  yield* sql`CREATE OR REPLACE TRIGGER watch_answers AFTER UPDATE ON fund_call_attempts
    FOR EACH ROW WHEN (NEW.outcome = 'rate_limited') EXECUTE FUNCTION watch_answer()`
})

/** The calls that were let through during a wait that the fund had stated in an answer recorded before. */
export const earlyCallsOf = Effect.fnUntraced(function* (fund: StoredFund) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT DISTINCT c.nth FROM watched_calls c
    JOIN watched_calls a ON a.fund_id = c.fund_id AND c.nth > a.nth AND c.let_through < a.not_before
    WHERE c.fund_id = ${fund.id}`
  return rows.length
})

const operator = { kind: "operator", id: "scene" } as const

/** A fund's waiting and active calls, and the seconds until the next one is due. */
const stateOf = Effect.fnUntraced(function* (fundId: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ waiting: number; under_way: number; blocked: boolean; seconds: number | null }>`
    SELECT count(*) FILTER (WHERE k.state = 'waiting')::int AS waiting,
      count(*) FILTER (WHERE k.expires_at > platform_now())::int AS under_way,
      NOT EXISTS (SELECT FROM fund_credentials c WHERE c.fund_id = ${fundId} AND c.refused_at IS NULL) AS blocked,
      extract(epoch FROM greatest(min(k.due_at) FILTER (WHERE k.state = 'waiting'),
        (SELECT g.held_until FROM fund_gates g WHERE g.fund_id = ${fundId})) - business_now(true))::float8 AS seconds
    FROM fund_calls k WHERE k.fund_id = ${fundId}`
  return row ?? { waiting: 0, under_way: 0, blocked: false, seconds: null }
})

/** Waits that are shorter than this, in seconds, pass in real time. */
const SHORT = 0.3

/**
 * Moves the simulated clock to the next moment at which a call is due, until the fund has no call that will be retried
 * without an operator, or until `limit` seconds have passed. Returns the seconds that passed. Calls `moved` before each
 * move, so that the fund's clock is never behind.
 */
export const passUntilStill = Effect.fnUntraced(function* (
  fundId: string,
  limit: number,
  moved: (seconds: number) => void
) {
  const clock = yield* BusinessClock
  let passed = 0
  for (;;) {
    const { blocked, seconds, under_way, waiting } = yield* stateOf(fundId)
    if (under_way === 0) {
      if (waiting === 0 || blocked) return passed
      if (seconds !== null && seconds > SHORT) {
        if (passed + seconds > limit) return passed
        moved(seconds)
        passed += seconds
        yield* clock.advance(Duration.millis(Math.ceil(seconds * 1000)), operator)
      }
    }
    yield* Effect.sleep("20 millis")
  }
})
