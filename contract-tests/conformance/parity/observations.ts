/** Has the service work with every fund of the fleet, on one database and at the same time, and says what it did. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import { detailsFiles } from "../../../packages/service/src/employer-details/DetailsFiles.ts"
import { anSftpServer } from "../../../packages/service/test/funds/TestSftp.ts"
import { startWorker } from "../../../packages/service/test/funds/TestRegistering.ts"
import { passTime } from "../../../packages/service/test/passTime.ts"
import type { OtherFund } from "../../../simulators/fund/src/flaws/Flaw.ts"
import { parityFund, type Plan } from "./parityFund.ts"

/** A fund, and what the service does with it. */
export interface Subject {
  readonly fund: OtherFund
  readonly plan: Plan
}

/** What the service did at each step, and whether it met the deviation. */
export interface Observation {
  readonly deeds: ReadonlyMap<string, string>
  readonly meets: boolean
}

/** Longer than every wait of a retry together, in pieces that are longer than a hold of a fund that fails. */
const WAITS = 5
const WAIT = "5 minutes"

const AT_ONCE = 8
const UPLOADS = 3
/** Few: a lookup has two and a half seconds of true time. */
const LOOKUPS = 4

/** The first persons, and those after them. */
const TURNS = [undefined, 1, 2, 3] as const

/** Whether every call that the service may make now is made, and its outcome written. */
const isIdle = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ idle: boolean }>`SELECT NOT EXISTS (
      SELECT FROM fund_calls k JOIN funds f ON f.id = k.fund_id
      WHERE k.state = 'waiting' AND k.due_at <= business_now(true)
        AND (k.operation = 'member_registration' OR f.profile #>> '{operations,employer_details,delivery}' = 'api')
        AND EXISTS (SELECT FROM fund_credentials c WHERE c.fund_id = f.id AND c.refused_at IS NULL)
        AND NOT EXISTS (SELECT FROM fund_gates g WHERE g.fund_id = f.id AND g.held_until > business_now(true))
    ) AND NOT EXISTS (
      SELECT FROM fund_calls WHERE owner IS NOT NULL AND expires_at > platform_now()
    ) AS idle`
  return row?.idle ?? false
})

const untilIdle = Effect.gen(function* () {
  while (!(yield* isIdle)) yield* Effect.sleep("25 millis")
})

/** Observes them; each has a number of its own on the database. */
export const observe = Effect.fnUntraced(
  function* (subjects: ReadonlyArray<Subject>) {
    const server = yield* anSftpServer
    yield* startWorker(undefined, 64)
    const funds = yield* Effect.forEach(
      subjects,
      ({ fund, plan }, nth) => parityFund(fund, plan, nth, server),
      { concurrency: AT_ONCE }
    )
    type Fund = (typeof funds)[number]
    const all = <E, R>(work: (fund: Fund) => Effect.Effect<void, E, R>, concurrency = AT_ONCE) =>
      Effect.forEach(funds, work, { concurrency, discard: true })

    /** Until every call has its answer and the service waits for nothing but an operator. */
    const settle = Effect.gen(function* () {
      yield* untilIdle
      for (let waits = 0; waits < WAITS; waits += 1) {
        yield* passTime(WAIT)
        yield* untilIdle
      }
    })

    const listings = (when: "before" | "beside") =>
      Effect.forEach(funds, ({ listing }) => listing(when), { concurrency: UPLOADS, discard: true })
    const beside = yield* Effect.forkScoped(listings("beside"))
    yield* listings("before")
    for (const nth of TURNS) {
      yield* all(({ turn }) => turn(nth))
      yield* settle
    }
    yield* all(({ lookups }) => lookups, LOOKUPS)
    yield* settle
    yield* all(({ correct }) => correct)
    yield* settle
    yield* (yield* detailsFiles(server.folder)).writeAll(true)
    yield* all(({ renew }) => renew)
    yield* settle
    yield* all(({ trouble }) => trouble, LOOKUPS)
    yield* Fiber.join(beside)
    yield* all(({ end }) => end)
    return funds.map(({ deeds, meets }): Observation => ({ deeds, meets: meets() }))
  },
  Effect.scoped,
  Effect.provideService(References.MinimumLogLevel, "None")
)
