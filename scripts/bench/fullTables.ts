/**
 * Reads, writes and whole onboardings with a million sessions and ten million events in the tables, beside empty ones:
 * `fullTables.ts [rounds] [--quick]`. Filling the tables alone takes several minutes and 20 GB of disk.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import process from "node:process"
import { parseArgs } from "node:util"
import { projectRoot } from "../../contract-tests/src/projectRoot.ts"
import { compareFull } from "./full/compareFull.ts"
import { report } from "./report.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, only: { type: "string" } }
})
const { quick } = values
const rounds = quick ? 1 : Number(positionals[0] ?? 5)

const run = Effect.gen(function* () {
  const began = performance.now()
  const say = (text: string) =>
    Effect.sync(() => console.log(`  ${Math.round((performance.now() - began) / 100) / 10} s  ${text}`))
  const copies = quick ? 2000 : 1_000_000
  report(
    "full-tables",
    yield* compareFull({ checkout: projectRoot, copies, rounds, quick, say }),
    rounds >= 5
  )
}).pipe(Effect.scoped, Effect.provide(NodeServices.layer), Effect.provide(Logger.layer([])))

NodeRuntime.runMain(run, {
  teardown: (exit, end) => end(Exit.isSuccess(exit) ? Number(process.exitCode ?? 0) : 1)
})
