import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** How far the time of simulated things is ahead of the true time. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // One row. It only grows, so that no moment that was recorded ever lies in the future. Whole seconds without days and
  // months, whose length depends on the zone and the day.
  yield* sql`CREATE TABLE clock_offset (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    ahead interval NOT NULL CHECK (
      ahead BETWEEN interval '0' AND interval '876600 hours'
      AND extract(day FROM ahead) = 0 AND extract(month FROM ahead) = 0 AND extract(year FROM ahead) = 0)
  )`
  yield* sql`INSERT INTO clock_offset (ahead) VALUES (interval '0')`
  yield* sql`CREATE FUNCTION clock_offset_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND NEW.ahead >= OLD.ahead THEN
        RETURN NEW;
      END IF;
      RAISE EXCEPTION 'the clock offset never goes back' USING ERRCODE = 'restrict_violation';
    END
  $$`
  yield* sql`CREATE TRIGGER clock_offset_only_grows BEFORE UPDATE OR DELETE ON clock_offset
    FOR EACH ROW EXECUTE FUNCTION clock_offset_only_grows()`

  // PostgreSQL inlines no function that reads a table. It inlines business_now, so that live rows never read this one.
  yield* sql`CREATE FUNCTION clock_ahead() RETURNS interval LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT ahead FROM clock_offset $$`
  yield* sql`CREATE FUNCTION business_now(simulated boolean) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT CASE WHEN simulated THEN platform_now() + clock_ahead() ELSE platform_now() END $$`
})
