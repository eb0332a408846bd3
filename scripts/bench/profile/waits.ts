import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import type { BenchDatabase } from "../onboarding/database.ts"

/** What sessions of PostgreSQL waited for within a statement, in milliseconds: samples, 20 ms apart. */
export interface Wait {
  readonly event: string
  readonly ms: number
}

const EVERY = 20

/** Looks at what the sessions of a database wait for while an effect runs; those that wait for their client don't count. */
export const withWaits = <A, E, R>(database: BenchDatabase, effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const seen = new Map<string, number>()
    const look = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ event: string; count: number }>`
        SELECT coalesce(wait_event_type || ' ' || wait_event, 'running') AS event, count(*)::int AS count
        FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()
          AND wait_event_type IS DISTINCT FROM 'Client'
        GROUP BY 1`
      for (const { count, event } of rows) seen.set(event, (seen.get(event) ?? 0) + count)
    })
    const looking = database.ask(Effect.repeat(look, Schedule.fixed(EVERY)))
    const result = yield* Effect.raceFirst(effect, Effect.andThen(looking, Effect.never))
    const waits = [...seen].map(([event, count]): Wait => ({ event, ms: count * EVERY }))
    return { result, waits: waits.toSorted((a, b) => b.ms - a.ms) }
  })
