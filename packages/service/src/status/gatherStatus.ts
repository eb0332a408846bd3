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
import { UNPREPARED } from "../funds/calls/FundCallsRepo.ts"
import { NEAR, paydaySuperDaysLeft } from "../funds/calls/paydaySuper.ts"
import { fundsRepo } from "../funds/FundsRepo.ts"
import { CHOICE_KEPT_FOR, deadlinesRepo, KEPT_FOR } from "../onboarding-sessions/deadlines/DeadlinesRepo.ts"
import { overdueTaxFileNumbers } from "../onboarding-sessions/tax-file-number/TaxFileNumbersRepo.ts"
import { type Calls, healthRepo, type Lists, type Members } from "../operations/HealthRepo.ts"
import { workOfCalls } from "../operations/measures.ts"
import { VERSION } from "../platform/config/program.ts"
import { keyName } from "../platform/crypto/MasterKeys.ts"
import { resealingRepo } from "../platform/crypto/ResealingRepo.ts"
import { Settings } from "../platform/config/Settings.ts"
import { processesHere } from "../platform/database/SessionsRepo.ts"
import { schemaBeside } from "../platform/database/ledger.ts"
import { currentHold } from "../platform/outgoing/currentHold.ts"
import { before } from "../platform/time/due.ts"
import { needsOf } from "./needs.ts"
import type { Status } from "./Status.ts"
import { statusRepo } from "./StatusRepo.ts"

/** More needn't be counted. */
const MOST_SESSIONS = 1000

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000"

/** The processes on the database, and whether one seals under a key that is retired. */
const processesOf = Effect.gen(function* () {
  const retired = (yield* (yield* resealingRepo).retired).map(({ id }) => keyName(Buffer.from(id, "hex")))
  return (yield* processesHere).map((one) => ({
    ...one,
    hasRetiredKey: one.masterKey !== null && retired.includes(one.masterKey)
  }))
})

/** When clean-up and the other timers last ran. */
export const timersOf = Effect.map(
  Effect.flatMap(healthRepo, ({ timers }) => timers),
  (rows): Status["timers"] =>
    rows.map(({ isFailing, lastEndedAt, late, queue }) => ({
      timer: queue.slice("cron:".length),
      lastEndedAt,
      lateSeconds: late,
      isFailing
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

const sum = (counts: ReadonlyArray<number>): number => counts.reduce((total, count) => total + count, 0)

/** Employees of real funds only: a simulated fund's have no payday. */
const membersOf = (found: ReadonlyArray<Members>): Status["members"] => {
  const days = found
    .filter(({ simulated }) => !simulated)
    .map(({ members, since, today }) => ({ members, left: paydaySuperDaysLeft(since, today) }))
  const count = (is: (left: number) => boolean) =>
    sum(days.filter(({ left }) => is(left)).map(({ members }) => members))
  return {
    withoutNumber: count(() => true),
    near: count((left) => left >= 0 && left <= NEAR),
    past: count((left) => left < 0),
    daysLeft: days.length === 0 ? null : Math.min(...days.map(({ left }) => left))
  }
}

const listsOf = (found: ReadonlyArray<Lists>): Status["lists"] =>
  found
    .map(({ age, fund, maxAge, simulated, staleFrom, toDecide }) => ({
      fund,
      simulated,
      staleFrom,
      isStale: age !== null && age >= maxAge,
      awaitsDecision: toDecide > 0
    }))
    .filter(({ awaitsDecision, isStale }) => awaitsDecision || isStale)

/** The funds that need a look. */
const fundsOf = Effect.fnUntraced(function* (calls: ReadonlyArray<Calls>) {
  const unprepared = ({ slug }: { readonly slug: string }) =>
    sum(calls.filter(({ because, fund }) => fund === slug && because === UNPREPARED).map((row) => row.calls))
  const rows = yield* (yield* fundsRepo).summaries
  return rows
    .map((row) => ({
      slug: row.slug,
      simulated: row.simulated,
      waiting: row.waiting,
      stopped: row.stopped,
      unprepared: unprepared(row),
      heldUntil: row.held_until,
      heldBecause: row.held_because,
      found: row.found,
      credentialsRefusedAt: row.credentials_refused_at
    }))
    .filter(
      ({ credentialsRefusedAt, heldUntil, stopped, unprepared }) =>
        credentialsRefusedAt !== null || heldUntil !== null || stopped > 0 || unprepared > 0
    )
})

/** The status; needs the database's schema to be the program's, but for what `schema` says. */
export const gatherStatus = Effect.gen(function* () {
  const repo = yield* statusRepo
  const health = yield* healthRepo
  const { connections, outgoing: setting } = yield* Settings

  // First: it fails in a sentence if the role can read nothing.
  const ofSchema = yield* schemaBeside()
  const [latency, database] = yield* Effect.timed(repo.database)
  const held = yield* currentHold
  const calls = yield* health.calls
  const work = [
    ...(yield* health.webhooks),
    ...workOfCalls(calls),
    ...(yield* health.others),
    ...(yield* health.seals)
  ]
  const addresses = yield* health.addresses
  const withStatus = (wanted: (typeof addresses)[number]["status"]) =>
    sum(addresses.filter(({ status }) => status === wanted).map((row) => row.addresses))

  const status: Omit<Status, "needs" | "isFine"> = {
    version: VERSION,
    schema: ofSchema,
    database: {
      latencyMs: Math.round(Duration.toMillis(latency)),
      serverVersion: database?.server_version ?? "",
      isReadOnly: database?.is_read_only === true,
      pooler: connections.pooler,
      bytes: database?.bytes ?? 0,
      connections: database?.connections ?? 0,
      maxConnections: database?.max_connections ?? 0
    },
    outgoing: { hold: held, setting },
    processes: yield* processesOf,
    work: work.map(({ kind, oldest, waiting }) => ({ kind, waiting, dueSeconds: oldest })),
    webhookAddresses: { paused: withStatus("paused"), backingOff: withStatus("backing_off") },
    funds: yield* fundsOf(calls),
    lists: listsOf(yield* health.lists),
    members: membersOf(yield* health.members),
    cleanUp: yield* overdueOf,
    timers: yield* timersOf
  }
  const needs = needsOf(status)
  const whole: Status = { isFine: needs.length === 0, needs, ...status }
  return whole
})
