import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

/** Replaces the database's clock, which due times, leases and holds are read from. */
const setClock = Effect.fnUntraced(function* (time: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE OR REPLACE FUNCTION platform_now() RETURNS timestamptz LANGUAGE sql STABLE
    AS $$ SELECT ${sql.literal(time)} $$`
})

const clock = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ now: string; passed: number; runs: boolean }>`
    SELECT platform_now()::text AS now, extract(epoch FROM platform_now() - statement_timestamp())::float8 AS passed,
      prosrc LIKE '%statement_timestamp%' AS runs
    FROM pg_proc WHERE proname = 'platform_now'`
  return row ?? (yield* Effect.die(new Error("The database has no platform_now()")))
})

/** Moves the database's clock, for the rest of the file: work that falls due in that time becomes due now. */
export const passTime = Effect.fnUntraced(function* (duration: Duration.Input) {
  const { now, passed, runs } = yield* clock
  const seconds = (more: number) => `interval '${(more + Duration.toSeconds(duration)).toFixed(6)} seconds'`
  yield* setClock(
    runs ? `statement_timestamp() + ${seconds(passed)}` : `timestamptz '${now}' + ${seconds(0)}`
  )
})

/**
 * Stops the database's clock: it moves by `passTime` alone. For tests of things that aren't due yet, which would become due on a
 * slow machine. The trap: a wait for a due time without `passTime` never ends.
 */
export const StillTime = Layer.effectDiscard(
  Effect.flatMap(clock, ({ now }) => setClock(`timestamptz '${now}'`))
)
