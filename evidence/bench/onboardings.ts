/**
 * Whole onboardings a minute: an employer, its fund, a session, an employee's way through every screen, the registration at a
 * fund, and all webhooks. Clients, fund, receiver and database share the machine with the service: `onboardings.ts [rounds] [--quick]`.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { freePort } from "@embedded-super/program/freePorts"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import * as SqlClient from "effect/sql/SqlClient"
import process from "node:process"
import { parseArgs } from "node:util"
import { atLeast, percentile } from "../chaos/Row.ts"
import type { Cell } from "../chaos/world/Cell.ts"
import { startService } from "../chaos/world/programsOf.ts"
import { makeRealDomain } from "../chaos/world/realDomain.ts"
import { makeWorld, until } from "../chaos/world/World.ts"
import { report } from "./Bench.ts"

const CLIENTS = 16
/** What the country needs in a week with a tenth of a year's job starts: the guide on scale has the sum. */
const NEEDED = 121

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, only: { type: "string" } }
})
const rounds = values.quick ? 1 : Number(positionals[0] ?? 5)
const each = values.quick ? 2 : 40

/** Until the fund has answered for everybody, and the partner knows. */
const isOver = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const open = yield* sql`SELECT FROM onboarding_sessions WHERE state <> 'completed'
    UNION ALL SELECT FROM webhook_deliveries WHERE state = 'pending' LIMIT 1`
  return open.length === 0
})

/** Onboardings a minute, from the first call to the last webhook. */
const round = (cell: Cell, onboard: (nth: number) => Promise<void>, from: number) =>
  Effect.gen(function* () {
    const began = performance.now()
    yield* Effect.promise(() =>
      Promise.all(
        Array.from({ length: CLIENTS }, async (_, client) => {
          for (let nth = 0; nth < each; nth += 1) await onboard(from + nth * CLIENTS + client)
        })
      )
    )
    yield* until("everybody is registered", cell.run(isOver), 300)
    return (CLIENTS * each * 60_000) / (performance.now() - began)
  })

const run = Effect.gen(function* () {
  const world = yield* makeWorld()
  const receiver = yield* world.receiver("onboardings", 1)
  const cell = yield* world.cell(world.server, receiver, "onboardings")
  const domain = yield* makeRealDomain(cell, world, "/onboardings/real")
  const port = yield* Effect.promise(freePort)
  const service = yield* startService(cell, world, port, true)
  yield* service.ready
  const onboard = (nth: number) => Effect.runPromise(domain.onboard(`http://127.0.0.1:${port}`, nth))
  const perMinute: Array<number> = []
  // The first is the warm-up.
  for (let nth = 0; nth <= rounds; nth += 1) {
    const measured = yield* round(cell, onboard, nth * CLIENTS * each)
    console.log(`  ${nth === 0 ? "warm-up" : `round ${nth}`}: ${Math.round(measured)} a minute`)
    if (nth > 0) perMinute.push(measured)
  }
  report(
    "onboardings",
    [atLeast("whole onboardings a minute", percentile(perMinute, 0.5), NEEDED)],
    rounds >= 5
  )
}).pipe(Effect.scoped, Effect.provide(NodeServices.layer), Effect.provide(Logger.layer([])))

NodeRuntime.runMain(run, {
  teardown: (exit, end) => end(Exit.isSuccess(exit) ? Number(process.exitCode ?? 0) : 1)
})
