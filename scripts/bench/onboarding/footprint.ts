import * as Effect from "effect/Effect"
import type { Sent } from "./countingProxy.ts"
import { counted, type Growth, growth, type Statement, vacuumAll } from "./database.ts"
import { type Equipment, load, type Outcome } from "./load.ts"
import { cpuOf, cpuWithChildren } from "./processes.ts"
import type { Serving } from "./Side.ts"

/** What onboardings take: statements and bytes for each. */
export interface Footprint {
  readonly outcome: Outcome
  /** All that the service sends, BEGIN and COMMIT included. */
  readonly statements: number
  readonly roundTrips: number
  readonly wal: number
  readonly tables: number
  /** For each onboarding, most first; BEGIN and COMMIT are missing. */
  readonly byStatement: ReadonlyArray<Statement>
  readonly byTable: ReadonlyArray<Growth>
  /** Milliseconds of CPU. */
  readonly serviceCpu: number
  readonly databaseCpu: number
}

/** The CPU that an effect takes, in milliseconds: the service's, and that of all processes of PostgreSQL. */
export const withCpu = <A, E, R>(
  { postmaster, serving }: { readonly postmaster: number; readonly serving: Serving },
  effect: Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    const now = Effect.sync(() => ({ service: cpuOf(serving.pid), database: cpuWithChildren(postmaster) }))
    const before = yield* now
    const result = yield* effect
    const after = yield* now
    return {
      result,
      serviceCpu: after.service - before.service,
      databaseCpu: after.database - before.database
    }
  })

/** A service that is counted. */
export interface Counted {
  readonly postmaster: number
  readonly serving: Serving
  /** What it sent to PostgreSQL since the last question. */
  readonly sent: Effect.Effect<Sent, Error>
}

/**
 * What so many onboardings take at a comfortable rate, the background work and the polling of that time included.
 *
 * The trap: after a checkpoint PostgreSQL writes each page whole when it is first changed. So a checkpoint comes first,
 * and the figure holds on any day; of fewer onboardings it would be higher. The write-ahead log is the whole server's: so
 * the databases that the run has made before are vacuumed, or autovacuum does that meanwhile, and adds a sixth.
 */
export const footprint = Effect.fnUntraced(function* (
  equipment: Equipment,
  { postmaster, serving, sent }: Counted,
  { count, perMinute }: { readonly count: number; readonly perMinute: number }
) {
  const { database, name, server } = serving.side
  yield* vacuumAll(server)
  const before = yield* database.sizes
  yield* database.run("CHECKPOINT")
  const walBefore = yield* database.wal
  yield* sent
  const { result, statements } = yield* counted(
    server,
    name,
    withCpu({ postmaster, serving }, load(equipment, serving, perMinute, count))
  )
  const { roundTrips, ...all } = yield* sent
  const wal = (yield* database.wal) - walBefore
  const tables = growth(before, yield* database.sizes)
  const each = (all: number) => all / count
  return {
    outcome: result.result,
    statements: each(all.statements),
    roundTrips: each(roundTrips),
    wal: each(wal),
    tables: each(tables.reduce((all, { bytes }) => all + bytes, 0)),
    byStatement: statements.map(({ calls, ms, query, wal }) => ({
      query,
      calls: each(calls),
      wal: each(wal),
      ms: each(ms)
    })),
    byTable: tables.map(({ bytes, table }) => ({ table, bytes: each(bytes) })),
    serviceCpu: each(result.serviceCpu),
    databaseCpu: each(result.databaseCpu)
  } satisfies Footprint
})
