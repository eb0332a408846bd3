/** Times in tests: of the machine, and of the database. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Duration from "effect/Duration"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

/** Runs an effect with other reads of the time; connections, queues and waits below keep the machine's own clock. */
const withMillis =
  (millisOf: (clock: Clock.Clock) => number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Clock.Clock, (clock) => {
      const millis = () => millisOf(clock)
      const nanos = () => BigInt(millis()) * 1_000_000n
      return Effect.provideService(effect, Clock.Clock, {
        currentTimeMillisUnsafe: millis,
        currentTimeMillis: Effect.sync(millis),
        currentTimeNanosUnsafe: nanos,
        currentTimeNanos: Effect.sync(nanos),
        monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
        monotonicTimeNanos: clock.monotonicTimeNanos,
        sleep: (duration) => clock.sleep(duration)
      })
    })

/**
 * Runs an effect as if it were that moment. A `TestClock` moved by days would run each timer below as often.
 *
 * Use it in tests of `layer(…, { excludeTestServices: true })`.
 */
export const at = (moment: string) => withMillis(() => Date.parse(moment))

/**
 * Runs an effect as on a machine whose clock is this many milliseconds ahead of the true one; the difference may change
 * meanwhile.
 */
export const skewed = (ahead: () => number) =>
  withMillis((clock) => clock.currentTimeMillisUnsafe() + ahead())

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
