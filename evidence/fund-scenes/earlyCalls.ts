import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { StoredFund } from "@embedded-super/service/funds"

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
