/**
 * How fast an employer list is imported and looked up: `employerList.ts [rounds] [--quick]`. The lists come by OpenSSH's
 * sftp to the service in a process of its own; each figure is a ratio to the plain operation on the same database in
 * the same run. Exits with 1 if one is beyond its limit.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import process from "node:process"
import { parseArgs } from "node:util"
import { sftpIsThere } from "@embedded-super/service/testing/sftp"
import { measure } from "./employer-list/measure.ts"
import { report } from "./Bench.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, only: { type: "string" } }
})
const { quick } = values

const plan = quick
  ? { rounds: 1, rows: 100_000, others: 900_000, lookups: 2000 }
  : { rounds: Number(positionals[0] ?? 5), rows: 1_000_000, others: 9_000_000, lookups: 10_000 }

const run = Effect.gen(function* () {
  const figures = yield* measure({ ...plan, say: (text) => Effect.sync(() => console.log(text)) })
  report("employer-list", figures, plan.rounds >= 5)
}).pipe(Effect.scoped, Effect.provide(NodeServices.layer), Effect.provide(Logger.layer([])))

if (sftpIsThere) {
  NodeRuntime.runMain(run, {
    teardown: (exit, onExit) => onExit(exit._tag === "Success" ? Number(process.exitCode ?? 0) : 1)
  })
} else {
  console.error(
    "There is no sftp on this machine. Install OpenSSH's client (Debian: openssh-client) and run again."
  )
  process.exitCode = 1
}
