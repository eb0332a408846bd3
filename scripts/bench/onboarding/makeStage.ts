import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { runningServer } from "../../../packages/embedded-postgres/src/EmbeddedPostgres.ts"
import { makeWorld } from "../../chaos/world/World.ts"
import { startBenchReceiver } from "../BenchReceiver.ts"
import { countingSettings, countNothing } from "./database.ts"
import type { Driven, Load } from "./driverProcess.ts"
import { startFund } from "./fund.ts"
import { startHelper } from "./processes.ts"
import { makeSide } from "./Side.ts"

/** A checkout of the project, under a name of letters. */
export interface Checkout {
  readonly name: string
  readonly checkout: string
  /** Further settings of its service. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Starts what all sides share: PostgreSQL, the simulated fund, the receiver and the driver. It ends with the scope. */
export const makeStage = Effect.gen(function* () {
  const { folder, server } = yield* makeWorld(countingSettings)
  yield* countNothing(server)
  const { pid: postmaster } = Option.getOrThrow(yield* runningServer(join(folder, "postgres")))
  const receiver = yield* startBenchReceiver
  const drive = yield* startHelper<Load, Driven>("driverProcess.ts")
  const fund = yield* startFund(folder)
  const webhookUrl = `${receiver.origin}/named`
  return {
    equipment: { drive, receiver },
    server,
    /** The process id of PostgreSQL's first process. */
    postmaster,
    /** PostgreSQL's log so far. */
    log: Effect.sync(() => readFileSync(join(folder, "postgres", "server.log"), "utf8")),
    makeSide: (checkout: Checkout) => makeSide({ ...checkout, folder, server, fund, webhookUrl })
  }
})
