/**
 * Changes entities of a cell until it is stopped, and records the commits that the database acknowledged:
 * `producer.ts <log file> <seed> <transactions a second> <entities each> <endpoint id> <product id>`.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { openSync, writeSync } from "node:fs"
import process from "node:process"
import { Database, DatabaseUrl, FaultPoint, Jobs } from "@embedded-super/service/platform"
import { Events } from "@embedded-super/service/webhooks"
import { devSettings, TestVault } from "@embedded-super/service/testing/stand-ins"
import { dice, pass } from "./faults.ts"
import { emit } from "../world/emit.ts"

const [file = "", seed = "1", rate = "1", entities = "1", id = "", productId = ""] = process.argv.slice(2)
const log = openSync(file, "a")
const roll = dice(Number(seed))

const services = Events.layer.pipe(
  Layer.provideMerge(Jobs.layer),
  Layer.provideMerge(TestVault.layer),
  Layer.provideMerge(Database.layer),
  Layer.provideMerge(DatabaseUrl.fromEnvironment),
  Layer.provideMerge(devSettings)
)

/** One write for each transaction, so that a kill leaves whole lines. */
const acknowledge = (recorded: ReadonlyArray<object>) =>
  Effect.sync(() => writeSync(log, recorded.map((event) => `${JSON.stringify(event)}\n`).join("")))

Console.log("ready").pipe(
  Effect.andThen(
    emit({ id, productId }, Number(entities), roll).pipe(
      Effect.tap(() => pass("after_commit")),
      Effect.andThen(acknowledge),
      // While the database is down no commit is acknowledged; the domain continues when it is back.
      Effect.catchTag("SqlError", () => Effect.void),
      Effect.repeat(Schedule.fixed(1000 / Number(rate)))
    )
  ),
  Effect.provide(services),
  Effect.provideService(FaultPoint, pass),
  NodeRuntime.runMain
)
