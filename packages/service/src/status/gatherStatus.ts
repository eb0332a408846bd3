/**
 * What `admin status` shows: whether anything needs a person, over all partners and funds.
 *
 * Why apart from the services: it must answer while the service's connections are used up, its master key is missing or a
 * migration waits. So it needs a connection alone, and reads only.
 *
 * The trap: nothing here may take longer than a second on a full database. A count over a table that grows for ever needs
 * an index that holds only what waits.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { listsRepo } from "../employer-lists/ListsRepo.ts"
import { fundCallsRepo } from "../funds/calls/FundCallsRepo.ts"
import { cutoffsOf } from "../funds/calls/paydaySuper.ts"
import { fundsRepo } from "../funds/FundsRepo.ts"
import { CHOICE_KEPT_FOR, deadlinesRepo, KEPT_FOR } from "../onboarding-sessions/deadlines/DeadlinesRepo.ts"
import { overdueTaxFileNumbers } from "../onboarding-sessions/tax-file-number/TaxFileNumbersRepo.ts"
import { processOf, VERSION } from "../platform/config/program.ts"
import { Settings } from "../platform/config/Settings.ts"
import { appliedMigrations } from "../platform/database/ledger.ts"
import { schema } from "../platform/database/migrations/index.ts"
import { currentHold } from "../platform/outgoing/currentHold.ts"
import { before } from "../platform/time/due.ts"
import { endpointsOverviewRepo } from "../webhooks/endpoints/EndpointsOverviewRepo.ts"
import { needsOf } from "./needs.ts"
import type { Status } from "./Status.ts"
import { statusRepo } from "./StatusRepo.ts"

/** More needn't be counted. */
const MOST_SESSIONS = 1000

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000"

/** The processes on the database, each with its number of sessions. */
export const processesOf = Effect.map(
  Effect.flatMap(statusRepo, ({ sessions }) => sessions),
  (rows) =>
    rows.flatMap(({ application_name, connections }) => {
      const named = processOf(application_name)
      return named === undefined ? [] : [{ ...named, connections }]
    })
)

/** The schema of the database beside the one that this program knows. */
export const schemaOf = Effect.map(appliedMigrations, (applied): Status["schema"] => ({
  newest: applied?.at(-1) ?? null,
  due: Object.keys(schema.migrations)
    .toSorted()
    .filter((name) => applied?.includes(name) !== true),
  unknown: (applied ?? []).filter((name) => !(name in schema.migrations))
}))

/** When clean-up and the other timers last ran. */
export const timersOf = Effect.map(
  Effect.flatMap(statusRepo, ({ timers }) => timers),
  (rows): Status["timers"] =>
    rows.map(({ is_failing, last_ended_at, late_seconds, timer }) => ({
      timer,
      lastEndedAt: last_ended_at,
      lateSeconds: late_seconds,
      isFailing: is_failing
    }))
)

/** What clean-up should have removed by now. */
export const overdueOf: Effect.Effect<Status["cleanUp"], SqlError, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const moments = yield* Effect.flatMap(statusRepo, (repo) => repo.moments)
    const numbers = yield* overdueTaxFileNumbers
    const personal = yield* (yield* deadlinesRepo).stillPersonal(
      before(moments, KEPT_FOR),
      before(moments, CHOICE_KEPT_FOR),
      BEFORE_ALL,
      MOST_SESSIONS
    )
    return {
      taxFileNumbers: { count: numbers?.count ?? 0, seconds: numbers?.seconds ?? null },
      sessions: personal.length
    }
  }
)

/** The status; needs the database's schema to be the program's, but for what `schema` says. */
export const gatherStatus = Effect.gen(function* () {
  const repo = yield* statusRepo
  const calls = yield* fundCallsRepo
  const overview = yield* endpointsOverviewRepo
  const { outgoing: setting } = yield* Settings

  // First: it fails in a sentence if the role can read nothing.
  const ofSchema = yield* schemaOf
  const [latency, database] = yield* Effect.timed(repo.database)
  const held = yield* currentHold
  const moments = yield* repo.moments
  const webhooks = yield* overview.counts
  const waitingCalls = yield* calls.waitingCalls
  const members = yield* calls.withoutNumberCounts(cutoffsOf(moments.live))

  const status: Omit<Status, "needs" | "isFine"> = {
    version: VERSION,
    schema: ofSchema,
    database: {
      latencyMs: Math.round(Duration.toMillis(latency)),
      serverVersion: database?.server_version ?? "",
      isReadOnly: database?.is_read_only === true,
      bytes: database?.bytes ?? 0,
      connections: database?.connections ?? 0,
      maxConnections: database?.max_connections ?? 0
    },
    outgoing: { hold: held, setting },
    processes: yield* processesOf,
    work: [
      { kind: "webhooks", waiting: webhooks.waiting, dueSeconds: webhooks.due_seconds },
      ...waitingCalls.map(({ due_seconds, operation, waiting }) => ({
        kind: `calls: ${operation.replaceAll("_", " ")}`,
        waiting,
        dueSeconds: due_seconds
      })),
      ...(yield* repo.otherWork).map(({ due_seconds, kind, waiting }) => ({
        kind,
        waiting,
        dueSeconds: due_seconds
      }))
    ],
    webhookAddresses: { paused: webhooks.paused, backingOff: webhooks.backing_off },
    funds: (yield* (yield* fundsRepo).summaries)
      .filter(
        ({ credentials_refused_at, held_until, stopped }) =>
          credentials_refused_at !== null || held_until !== null || stopped > 0
      )
      .map((row) => ({
        slug: row.slug,
        waiting: row.waiting,
        stopped: row.stopped,
        heldUntil: row.held_until,
        heldBecause: row.held_because,
        found: row.found,
        credentialsRefusedAt: row.credentials_refused_at
      })),
    lists: (yield* (yield* listsRepo).troubled).map((row) => ({
      fund: row.fund,
      staleFrom: row.stale_from,
      isStale: row.is_stale,
      awaitsDecision: row.awaits_decision
    })),
    members: {
      withoutNumber: members?.without_number ?? 0,
      near: members?.near ?? 0,
      past: members?.past ?? 0,
      oldestRequestedAt: members?.oldest_requested_at ?? null
    },
    cleanUp: yield* overdueOf,
    timers: yield* timersOf
  }
  const needs = needsOf(status)
  const whole: Status = { isFine: needs.length === 0, needs, ...status }
  return whole
})
