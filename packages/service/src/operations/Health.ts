/**
 * The health of the work over the database, as metrics of the operations port (`platform/metrics`). `HealthRepo` has the
 * statements, `measures` makes figures of their rows.
 *
 * Why it is read when it is asked, and not counted: all state is in the database, and so the figures are right after any
 * restart, and the same in each process. What was read is kept for some seconds, so that it costs the same however many ask.
 *
 * The trap: a scrape has to answer while the database hangs, because that is when it is looked at. So each part has a time of its
 * own, in the database and here; a part that isn't read in it is left out, and `embedded_super_unmeasured` names it.
 */

import { withinDeadline } from "@embedded-super/http-manners"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { performance } from "node:perf_hooks"
import { isReadOnly } from "../platform/database/checkServer.ts"
import { Connections } from "../platform/database/DatabaseUrl.ts"
import { limitTransaction } from "../platform/database/StatementLimits.ts"
import { TimersHere } from "../platform/jobs/periodically.ts"
import type { Measure } from "../platform/metrics/definitions.ts"
import { Operations } from "../platform/operations/Operations.ts"
import { Outgoing } from "../platform/outgoing/Outgoing.ts"
import { clockOffset } from "../platform/time/clockAlarm.ts"
import { healthRepo } from "./HealthRepo.ts"
import * as measures from "./measures.ts"

/** How long a part may take, in the database and here. Prometheus itself waits ten seconds by default. */
const LIMIT = Duration.seconds(2)

/** How long what was read is shown again: seconds for what alerts wait for, a minute for what changes by the day. */
const SOON = Duration.seconds(5)
const SLOWLY = Duration.minutes(1)

/** Parts that are read at the same time: they must not take the pool's connections from the requests. */
const AT_ONCE = 2

class Unmeasured extends Data.TaggedError("Unmeasured") {}

/** Reads all figures: what can't be read is left out, and named by `embedded_super_unmeasured`. */
export const makeHealth = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const repo = yield* healthRepo
  const timers = yield* TimersHere
  const { pool } = yield* Connections
  const { hold } = yield* Outgoing
  const limits = { statement: LIMIT, lock: LIMIT, backgroundStatement: LIMIT }

  const inTime = <A>(statement: Effect.Effect<A, SqlError>) =>
    withinDeadline(
      sql.withTransaction(Effect.andThen(limitTransaction(sql, limits), statement)),
      LIMIT,
      Effect.fail(new Unmeasured())
    )

  /** One part of the figures, by its name. */
  const part = (
    name: measures.Part,
    age: Duration.Duration,
    read: Effect.Effect<ReadonlyArray<Measure>, SqlError>
  ) =>
    Effect.map(
      Effect.cachedWithTTL(inTime(read), (exit) => (Exit.isSuccess(exit) ? age : Duration.zero)),
      (kept) => ({ name, kept })
    )

  const database = Effect.gen(function* () {
    const began = performance.now()
    const clockOffsetMillis = yield* clockOffset
    const answerMillis = performance.now() - began
    return measures.database({
      isReadOnly: yield* isReadOnly,
      clockOffsetMillis,
      answerMillis,
      connections: yield* repo.connections
    })
  }).pipe(Effect.provideService(SqlClient.SqlClient, sql))

  const others = Effect.gen(function* () {
    const found = [...(yield* repo.webhooks), ...(yield* repo.others), ...(yield* repo.seals)]
    return [...measures.work(found), ...measures.timers(yield* repo.timers, timers)]
  })

  const alive = yield* part("database", SOON, database)
  const parts = [
    yield* part("outgoing", SOON, Effect.map(hold, measures.outgoing)),
    yield* part("work", SOON, others),
    yield* part("calls", SOON, Effect.map(repo.calls, measures.calls)),
    yield* part("addresses", SOON, Effect.map(repo.addresses, measures.addresses)),
    yield* part("funds", SOON, Effect.map(repo.funds, measures.funds)),
    yield* part("lists", SLOWLY, Effect.map(repo.lists, measures.lists)),
    yield* part("members", SLOWLY, Effect.map(repo.members, measures.members))
  ]

  const read = ({ kept, name }: typeof alive) =>
    Effect.match(kept, {
      onSuccess: (found) => [...found, measures.unmeasured(name, false)],
      onFailure: () => [measures.unmeasured(name, true)]
    })

  /** What can't be read is left out, without waiting for it, if the database doesn't even tell its time. */
  return Effect.gen(function* () {
    const first = yield* read(alive)
    // Nothing but its mark, if it couldn't be read.
    const isUp = first.length > 1
    const rest = isUp
      ? yield* Effect.forEach(parts, read, { concurrency: AT_ONCE })
      : parts.map(({ name }) => [measures.unmeasured(name, true)])
    return [...measures.up(isUp, pool), ...first, ...rest.flat()]
  })
})

/** Adds the figures to `/metrics`. */
export const Health = Layer.effectDiscard(
  Effect.gen(function* () {
    const { measure } = yield* Operations
    yield* measure(yield* makeHealth)
  })
)
