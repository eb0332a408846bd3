/**
 * Reads and writes of the partner API beside bare `node:http` with `pg`: `http.ts [rounds] [--quick]`. The key, the rate
 * limit, validation and the audit log are on, and the service runs as in production, without `--dev`.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import process from "node:process"
import { parseArgs } from "node:util"
import { compareHttp, figuresOf } from "./http/compareHttp.ts"
import { report } from "./Bench.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, only: { type: "string" } }
})
const rounds = values.quick ? 1 : Number(positionals[0] ?? 5)

const run = Effect.gen(function* () {
  const say = (text: string) => Effect.sync(() => console.log(`  ${text}`))
  report("http", figuresOf(yield* compareHttp({ rounds, quick: values.quick, say })), rounds >= 5)
}).pipe(Effect.scoped, Effect.provide(NodeServices.layer), Effect.provide(Logger.layer([])))

NodeRuntime.runMain(run, {
  teardown: (exit, end) => end(Exit.isSuccess(exit) ? Number(process.exitCode ?? 0) : 1)
})
